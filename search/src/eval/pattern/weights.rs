//! The fitted weights and their file.
//!
//! | bytes | content (little-endian) |
//! |---|---|
//! | 0–7 | `XSQPATS` and a line feed |
//! | 8–9 | version of the format: 3 |
//! | 10–11 | number of phases, 1 to 61 |
//! | 12–15 | weights of each phase |
//! | 16–23 | fingerprint of the families: files for other patterns are foreign |
//! | 24–25 | the unit of the weights in 1/128 disc, 1 to 128 |
//! | 26–31 | zero |
//! | 32–39 | checksum: FNV-1a over bytes 0–31, 40–… and the plain body, eight bytes at a time |
//! | 40–103 | the calibration: eight floating-point numbers of 64 bits, `midgame` before `to_the_end` |
//! | 104–… | the centre of each phase: a number of empty squares, ascending, at most 60 |
//! | … | a Zstandard frame with the body |
//!
//! The body holds the weights phase by phase, class by class, as 16-bit numbers `w` written as `2w` (or `−2w − 1` if
//! negative), all low bytes of a phase before all high ones: the high bytes are nearly all zero and compress to nothing.
//!
//! Version 2 lacked the last feature, the access to the quadrants.

#![expect(
    clippy::cast_possible_truncation,
    reason = "counts of a file far below 2^32, checked where they are read"
)]

use super::families::FAMILIES;
use super::layout::SEGMENTS;
use super::ties::Ties;
use crate::fnv::{self, hash};
use crate::probcut::Calibration;
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;
use thiserror::Error;

const MAGIC: [u8; 8] = *b"XSQPATS\n";
const VERSION: u16 = 3;
/// Bytes before the checksum.
const CHECKED_LEN: usize = 32;
/// Bytes before the calibration.
const HEADER_LEN: usize = 40;
const MAX_PHASES: usize = 61;

/// The weights of a pattern evaluation.
#[derive(Clone, PartialEq)]
pub struct Weights {
    phases: Vec<u8>,
    unit: u8,
    /// Phase by phase, class by class.
    values: Vec<i16>,
    calibration: Calibration,
    checksum: u64,
}

/// Why a weight file is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file does not begin as a weight file does.
    #[error("not a weight file: it does not begin with \"XSQPATS\"")]
    Foreign,
    /// The file ends within the header.
    #[error("the weight file ends after {len} bytes, within its header")]
    Truncated {
        /// Bytes in the file.
        len: usize,
    },
    /// A newer or older format.
    #[error(
        "the weight file has version {found} of the format, only version {VERSION} can be read"
    )]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The file is for another set of patterns.
    #[error("the weight file is for other patterns than this program's")]
    Patterns,
    /// No calibration has been fitted to the weights, or it makes no sense.
    #[error(
        "the weight file has no valid calibration (a fit gives it one), without which no search can use it"
    )]
    Calibration,
    /// A number of the header is out of range.
    #[error("byte {offset} of the weight file: the {what} is out of range")]
    Header {
        /// Where the number is.
        offset: usize,
        /// What it is.
        what: &'static str,
    },
    /// The body cannot be decompressed.
    #[error("the weights cannot be decompressed: {reason}")]
    Compression {
        /// What the decoder says.
        reason: String,
    },
    /// The body is shorter than the header says.
    #[error("the weight file ends too early: {found} bytes of weights, {expected} expected")]
    TooShort {
        /// Bytes of decompressed weights.
        found: usize,
        /// Bytes that the header promises.
        expected: usize,
    },
    /// Something follows the weights.
    #[error("the weight file goes on after the weights")]
    TooLong,
    /// The weights do not belong to the checksum.
    #[error("the weights have the checksum {found:016x}, but {stated:016x} is stated")]
    Checksum {
        /// The checksum of the weights.
        found: u64,
        /// The checksum in the header.
        stated: u64,
    },
}

impl Weights {
    /// Weights in `unit`/128 disc for the phases with these centres, phase by phase, class by class, not calibrated.
    ///
    /// # Panics
    /// If the numbers do not fit together; see the format of the file.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn new(phases: Vec<u8>, unit: u8, weights: Vec<i16>) -> Self {
        assert!(phases.is_sorted_by(|a, b| a < b) && phases.iter().all(|&centre| centre <= 60));
        assert!(!phases.is_empty() && weights.len() == phases.len() * class_count());
        assert!((1..=128).contains(&unit));
        let weights = Self {
            phases,
            unit,
            values: weights,
            calibration: Calibration::UNKNOWN,
            checksum: 0,
        };
        weights.with_calibration(Calibration::UNKNOWN)
    }

    /// These weights with another calibration.
    #[cfg(any(test, feature = "train"))]
    #[must_use]
    pub fn with_calibration(mut self, calibration: Calibration) -> Self {
        self.calibration = calibration;
        self.checksum = self.header().checksum(&self.body());
        self
    }

    /// The centre of each phase: a number of empty squares.
    pub(crate) fn phases(&self) -> &[u8] {
        &self.phases
    }

    /// The unit of the weights in 1/128 disc.
    pub(crate) const fn unit(&self) -> u8 {
        self.unit
    }

    /// The weights of a phase, class by class.
    pub(crate) fn of_phase(&self, phase: usize) -> &[i16] {
        let count = self.values.len() / self.phases.len();
        &self.values[phase * count..][..count]
    }

    /// The weights in discs for phases with these centres, phase by phase, class by class: those of the nearest phase
    /// that there is.
    #[cfg(feature = "train")]
    pub(crate) fn in_discs(&self, centres: &[u8]) -> Vec<f32> {
        #[expect(clippy::cast_precision_loss, reason = "a small power of two")]
        const PER_DISC: f32 = crate::value::Eval::PER_DISC as f32;
        let unit = f32::from(self.unit) / PER_DISC;
        let nearest = |centre: u8| {
            let distance = |phase: &usize| self.phases[*phase].abs_diff(centre);
            (0..self.phases.len()).min_by_key(distance).unwrap_or(0)
        };
        centres
            .iter()
            .flat_map(|&centre| self.of_phase(nearest(centre)))
            .map(|&weight| f32::from(weight) * unit)
            .collect()
    }

    /// How far searches of different depths with these weights lie apart.
    pub const fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The checksum in the header of the file.
    pub const fn checksum(&self) -> u64 {
        self.checksum
    }

    /// A checksum that does not depend on the calibration.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn uncalibrated_checksum(&self) -> u64 {
        let unknown = Header {
            calibration: Calibration::UNKNOWN,
            ..self.header()
        };
        unknown.checksum(&self.body())
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// If it is not a complete weight file for this program's patterns, with a calibration.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, stated) = Header::read(bytes)?;
        let weights = Self::read(bytes, header, stated)?;
        if weights.calibration.is_valid() {
            Ok(weights)
        } else {
            Err(WeightsError::Calibration)
        }
    }

    /// Reads a weight file that need not have a calibration.
    ///
    /// # Errors
    /// If it is not a complete weight file for this program's patterns.
    pub fn from_uncalibrated(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, stated) = Header::read(bytes)?;
        Self::read(bytes, header, stated)
    }

    /// The weights behind a header.
    fn read(bytes: &[u8], header: Header, stated: u64) -> Result<Self, WeightsError> {
        let classes = class_count();
        let expected = 2 * header.phases.len() * classes;
        let body = decompress(&bytes[header.len()..], expected)?;
        let found = header.checksum(&body);
        if found != stated {
            return Err(WeightsError::Checksum { found, stated });
        }
        let mut values = Vec::with_capacity(expected / 2);
        for phase in body.chunks_exact(2 * classes) {
            let (low, high) = phase.split_at(classes);
            let pairs = low.iter().zip(high);
            values.extend(pairs.map(|(&low, &high)| unfold(u16::from_le_bytes([low, high]))));
        }
        Ok(Self {
            phases: header.phases,
            unit: header.unit,
            values,
            calibration: header.calibration,
            checksum: stated,
        })
    }

    /// The weight file.
    #[cfg(any(test, feature = "train"))]
    pub fn to_bytes(&self) -> Vec<u8> {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        let header = self.header();
        let mut bytes = header.start().to_vec();
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(header.rest());
        bytes.extend(compress_to_vec(
            self.body().as_slice(),
            CompressionLevel::Fastest,
        ));
        bytes
    }

    #[cfg(any(test, feature = "train"))]
    fn header(&self) -> Header {
        Header {
            phases: self.phases.clone(),
            unit: self.unit,
            calibration: self.calibration,
        }
    }

    /// The plain body.
    #[cfg(any(test, feature = "train"))]
    fn body(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(2 * self.values.len());
        for phase in self.values.chunks_exact(class_count()) {
            let folded = phase.iter().map(|&weight| fold(weight).to_le_bytes());
            body.extend(folded.clone().map(|[low, _]| low));
            body.extend(folded.map(|[_, high]| high));
        }
        body
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weights")
            .field("phases", &self.phases)
            .field("checksum", &format_args!("{:016x}", self.checksum))
            .finish_non_exhaustive()
    }
}

/// Small numbers of either sign as small numbers.
#[cfg(any(test, feature = "train"))]
const fn fold(weight: i16) -> u16 {
    (weight << 1 ^ weight >> 15).cast_unsigned()
}

/// The inverse of [`fold`].
const fn unfold(folded: u16) -> i16 {
    (folded >> 1).cast_signed() ^ -((folded & 1).cast_signed())
}

/// The part of the header that differs between files.
#[derive(Debug)]
struct Header {
    phases: Vec<u8>,
    unit: u8,
    calibration: Calibration,
}

impl Header {
    /// The header of a file, and the checksum that it states.
    fn read(bytes: &[u8]) -> Result<(Self, u64), WeightsError> {
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
            return Err(WeightsError::Foreign);
        }
        let truncated = WeightsError::Truncated { len: bytes.len() };
        let header = bytes.get(..HEADER_LEN).ok_or(truncated.clone())?;
        let short = |offset: usize| u16::from_le_bytes([header[offset], header[offset + 1]]);
        let version = short(8);
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let count = usize::from(short(10));
        if !(1..=MAX_PHASES).contains(&count) {
            return Err(WeightsError::Header {
                offset: 10,
                what: "number of phases",
            });
        }
        let behind = bytes[HEADER_LEN..].split_first_chunk();
        let (numbers, rest) = behind.ok_or(truncated.clone())?;
        let phases = rest.get(..count).ok_or(truncated)?.to_vec();
        if !phases.is_sorted_by(|a, b| a < b) || phases.iter().any(|&centre| centre > 60) {
            return Err(WeightsError::Header {
                offset: bytes.len() - rest.len(),
                what: "list of the phases' centres",
            });
        }
        let unit = match header[24] {
            unit @ 1..=128 if header[25] == 0 => unit,
            _ => {
                return Err(WeightsError::Header {
                    offset: 24,
                    what: "unit",
                });
            }
        };
        let own = Self {
            phases,
            unit,
            calibration: Calibration::from_bytes(numbers),
        };
        if header[12..24] != own.start()[12..24] {
            return Err(WeightsError::Patterns);
        }
        if header[26..CHECKED_LEN].iter().any(|&byte| byte != 0) {
            return Err(WeightsError::Header {
                offset: 26,
                what: "part that must be zero",
            });
        }
        let stated = header[CHECKED_LEN..].try_into().expect("eight bytes");
        Ok((own, u64::from_le_bytes(stated)))
    }

    /// The bytes before the checksum.
    fn start(&self) -> [u8; CHECKED_LEN] {
        let mut bytes = [0; CHECKED_LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..12].copy_from_slice(&(self.phases.len() as u16).to_le_bytes());
        bytes[12..16].copy_from_slice(&(class_count() as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&fingerprint().to_le_bytes());
        bytes[24] = self.unit;
        bytes
    }

    /// The bytes between the checksum and the body.
    fn rest(&self) -> Vec<u8> {
        let mut bytes = self.calibration.to_bytes().to_vec();
        bytes.extend(&self.phases);
        bytes
    }

    /// The number of bytes before the body.
    fn len(&self) -> usize {
        HEADER_LEN + self.rest().len()
    }

    /// The checksum of a file with this header and body.
    fn checksum(&self, body: &[u8]) -> u64 {
        let mut head = self.start().to_vec();
        head.extend(self.rest());
        hash(hash(fnv::START, &head), body)
    }
}

/// The checksum that a file states, at compile time.
pub(super) const fn stated_checksum(file: &[u8]) -> u64 {
    let (_, behind) = file.split_at(CHECKED_LEN);
    let stated = behind.first_chunk().expect("a file has a whole header");
    u64::from_le_bytes(*stated)
}

/// Identifies the families, the other features and their order.
fn fingerprint() -> u64 {
    let mut description = Vec::new();
    for segment in SEGMENTS {
        description.extend(segment.name.bytes());
        description.extend((segment.len as u32).to_le_bytes());
    }
    for family in &FAMILIES {
        description.extend(family.squares.iter().map(|&square| square.index() as u8));
    }
    hash(fnv::START, &description)
}

/// Weights of a phase.
fn class_count() -> usize {
    Ties::shared().count()
}

/// The body: exactly `expected` bytes.
fn decompress(compressed: &[u8], expected: usize) -> Result<Vec<u8>, WeightsError> {
    let mut source = compressed;
    let failed = |reason: String| WeightsError::Compression { reason };
    let decoder = StreamingDecoder::new(&mut source).map_err(|error| failed(error.to_string()))?;
    let mut body = Vec::with_capacity(expected + 1);
    let read = decoder.take(expected as u64 + 1).read_to_end(&mut body);
    read.map_err(|error| failed(error.to_string()))?;
    if body.len() > expected || !source.is_empty() {
        Err(WeightsError::TooLong)
    } else if body.len() < expected {
        Err(WeightsError::TooShort {
            found: body.len(),
            expected,
        })
    } else {
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_weights;
    use super::*;

    /// The first byte after the calibration.
    const CENTRES: usize = HEADER_LEN + Calibration::BYTES;

    #[test]
    fn files_round_trip() {
        let weights = random_weights(7);
        assert_eq!(
            Weights::from_bytes(&weights.to_bytes()),
            Ok(weights.clone())
        );
        assert_ne!(weights.checksum(), random_weights(8).checksum());
    }

    #[test]
    fn numbers_of_either_sign_are_folded_and_unfolded() {
        for weight in [0, 1, -1, 63, -64, i16::MAX, i16::MIN] {
            assert_eq!(unfold(fold(weight)), weight);
        }
        assert_eq!([fold(0), fold(-1), fold(1)], [0, 1, 2]);
    }

    #[test]
    fn truncated_files_are_refused() {
        let bytes = random_weights(7).to_bytes();
        let error = |len: usize| Weights::from_bytes(&bytes[..len]).unwrap_err();
        assert_eq!(error(0), WeightsError::Foreign);
        for len in 1..CENTRES + 4 {
            assert_eq!(error(len), WeightsError::Truncated { len });
        }
        for len in (CENTRES + 4..bytes.len())
            .step_by(bytes.len() / 40)
            .chain([bytes.len() - 1])
        {
            let error = error(len);
            let is_named = matches!(
                error,
                WeightsError::Compression { .. }
                    | WeightsError::TooShort { .. }
                    | WeightsError::Checksum { .. }
            );
            assert!(is_named, "{len} bytes: {error}");
        }
    }

    #[test]
    fn corrupted_files_are_refused() {
        let good = random_weights(7).to_bytes();
        let places = (0..CENTRES + 20).chain((CENTRES + 20..good.len()).step_by(good.len() / 100));
        for place in places {
            let mut bad = good.clone();
            bad[place] ^= 0x11;
            let error = Weights::from_bytes(&bad).unwrap_err();
            match place {
                0..8 => assert_eq!(error, WeightsError::Foreign),
                8..10 => assert!(matches!(error, WeightsError::Version { .. })),
                12..24 => assert_eq!(error, WeightsError::Patterns),
                32..CENTRES => assert!(matches!(error, WeightsError::Checksum { .. })),
                _ => {}
            }
        }
    }

    #[test]
    fn headers_that_make_no_sense_are_refused_with_the_place() {
        let good = random_weights(7).to_bytes();
        for (place, byte, offset) in [
            (10, 0, 10),
            (10, 62, 10),
            (11, 1, 10),
            (24, 0, 24),
            (24, 129, 24),
            (25, 1, 24),
            (31, 1, 26),
            (CENTRES, 14, CENTRES),
            (CENTRES + 3, 61, CENTRES),
        ] {
            let mut bad = good.clone();
            bad[place] = byte;
            let found = match Weights::from_bytes(&bad) {
                Err(WeightsError::Header { offset, .. }) => offset,
                other => panic!("{place}: {other:?}"),
            };
            assert_eq!(found, offset, "byte {place}");
        }
    }

    #[test]
    fn foreign_files_and_tails_are_refused() {
        assert_eq!(Weights::from_bytes(b"GIF89a"), Err(WeightsError::Foreign));
        let mut bytes = random_weights(7).to_bytes();
        bytes.push(0);
        assert_eq!(Weights::from_bytes(&bytes), Err(WeightsError::TooLong));
    }

    #[test]
    fn files_without_a_valid_calibration_are_refused_and_can_be_given_one() {
        let good = random_weights(7);
        let unknown = good.clone().with_calibration(Calibration::UNKNOWN);
        let bytes = unknown.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes), Err(WeightsError::Calibration));
        let read = Weights::from_uncalibrated(&bytes).unwrap();
        assert_eq!(read, unknown);
        assert_eq!(read.with_calibration(*good.calibration()), good);
        // The calibration counts in the checksum, except where only static values matter.
        assert_ne!(unknown.checksum(), good.checksum());
        assert_eq!(
            unknown.uncalibrated_checksum(),
            good.uncalibrated_checksum()
        );
    }
}
