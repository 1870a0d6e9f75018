// The page of a review: plays through the game and through other moves, without a network and without libraries.
"use strict";
(() => {
  const review = JSON.parse(document.getElementById("review").textContent);
  const at = (id) => document.getElementById(id);
  const texts = JSON.parse(document.getElementById("texts").textContent);
  // A text with its {names} replaced by values.
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const SIDES = { X: texts.sides[0], O: texts.sides[1] };
  const plies = review.moves.length;
  // Which ply is shown, the moves tried from there, and how many of those are on the board.
  const state = { ply: 0, line: [], step: 0 };

  // The rules of the game.
  const other = (side) => (side === "X" ? "O" : "X");
  const indexOf = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
  const nameOf = (index) => "abcdefgh"[index % 8] + ((index >> 3) + 1);

  function flips({ cells, side }, index) {
    const turned = [];
    if (cells[index] !== "-") return turned;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const run = [];
        let x = (index % 8) + dx, y = (index >> 3) + dy;
        const onBoard = () => x >= 0 && x < 8 && y >= 0 && y < 8;
        while ((dx || dy) && onBoard() && cells[x + 8 * y] === other(side)) {
          run.push(x + 8 * y);
          x += dx;
          y += dy;
        }
        if (run.length && onBoard() && cells[x + 8 * y] === side) turned.push(...run);
      }
    }
    return turned;
  }

  function legal(position) {
    const moves = [];
    for (let index = 0; index < 64; index++) if (flips(position, index).length) moves.push(index);
    return moves;
  }

  function play(position, move) {
    const side = other(position.side);
    if (move === "pass") return { cells: position.cells, side, last: null };
    const index = indexOf(move);
    const cells = [...position.cells];
    for (const turned of [index, ...flips(position, index)]) cells[turned] = position.side;
    return { cells: cells.join(""), side, last: index };
  }

  // What is on the board.
  function gamePosition(ply) {
    const from = ply < plies ? review.moves[ply] : review.end;
    const before = ply > 0 ? review.moves[ply - 1].move : "pass";
    return { cells: from.board, side: from.side, last: before === "pass" ? null : indexOf(before) };
  }

  function shown() {
    return state.line.slice(0, state.step).reduce(play, gamePosition(state.ply));
  }

  function score(value, kind) {
    const whole = kind === "exact";
    const text = whole ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
    return (value > 0 ? "+" : value < 0 ? "\u2212" : "") + text;
  }

  function certainty(kind, percent, depth) {
    if (kind === "exact") return texts.exact;
    return kind === "selective" ? fill(texts.selective, { percent }) : fill(texts.estimate, { depth });
  }

  const lossOf = (move) => (move.loss === null ? "" : score(move.loss, move.loss_kind).replace("+", ""));

  // What is said about the move of the game that comes next.
  function comment(move) {
    const values = { ply: move.ply, side: SIDES[move.side], move: move.move };
    if (move.move === "pass") return fill(texts.passes, values);
    if (move.score === null) return fill(texts.not_judged, values);
    const sure = certainty(move.kind, move.selectivity, move.depth);
    values.value = fill(texts.value, { score: score(move.score, move.kind), sure });
    if (move.forced) return fill(texts.only, values);
    if (move.loss === 0) return fill(texts.best, values);
    const outcome = { draw: texts.outcomes[0], win: texts.outcomes[1] }[move.gave_away];
    values.change = outcome ? fill(texts.gave_away, { outcome }) : "";
    values.loss = lossOf(move);
    values.line = move.line.slice(0, 10).join(" ");
    values.best = score(move.best_score, move.best_kind);
    return fill(texts.lost, values);
  }

  function describe(position) {
    if (state.step > 0 || state.line.length) {
      const moves = state.line.map((move, index) => (index === state.step ? `| ${move}` : move));
      return fill(texts.instead, { ply: state.ply + 1, moves: moves.join(" ") });
    }
    if (state.ply < plies) return comment(review.moves[state.ply]);
    const { over, black, white } = review.end;
    return over ? fill(texts.over, { black, white }) : fill(texts.record_ends, { side: SIDES[position.side] });
  }

  // Drawing.
  const cells = [];

  function makeBoard() {
    const board = at("board");
    const label = (text) => board.append(Object.assign(document.createElement("span"), { textContent: text }));
    label("");
    for (const letter of "abcdefgh") label(letter);
    for (let index = 0; index < 64; index++) {
      if (index % 8 === 0) label(String((index >> 3) + 1));
      const cell = document.createElement("button");
      cell.type = "button";
      cell.addEventListener("click", () => tryMove(index));
      board.append(cell);
      cells.push(cell);
    }
  }

  function drawBoard(position) {
    const moves = new Set(legal(position));
    const next = state.line.length === 0 && state.ply < plies ? review.moves[state.ply] : null;
    const isMove = (name, index) => Boolean(name) && name !== "pass" && indexOf(name) === index;
    cells.forEach((cell, index) => {
      const disc = position.cells[index];
      const marks = {
        [disc]: disc !== "-",
        legal: moves.has(index),
        last: position.last === index,
        best: next !== null && isMove(next.best, index),
        played: next !== null && isMove(next.move, index) && next.best !== next.move,
      };
      const names = Object.keys(marks).filter((name) => marks[name]);
      cell.className = ["cell", ...names].join(" ");
      const what = disc === "-" ? (moves.has(index) ? texts.legal : texts.empty) : { X: texts.black, O: texts.white }[disc];
      cell.setAttribute("aria-label", fill(texts.square, { square: nameOf(index), what }));
    });
    const count = (side) => [...position.cells].filter((disc) => disc === side).length;
    const turn = moves.size ? fill(texts.to_move, { side: SIDES[position.side] }) : "";
    at("counts").textContent = fill(texts.counts, { black: count("X"), white: count("O") }) + turn;
  }

  const LEFT = 34, RIGHT = 630, TOP = 12, BOTTOM = 228;
  const xOf = (ply) => LEFT + ((RIGHT - LEFT) * ply) / Math.max(plies, 1);
  // Small scores matter most, so the scale is that of square roots.
  const yOf = (value) => (TOP + BOTTOM) / 2 - (Math.sign(value) * Math.sqrt(Math.abs(value) / 64) * (BOTTOM - TOP)) / 2;

  // What a position is worth for Black, and whether that is proved; nothing where it was not judged.
  function valueAt(ply) {
    const from = ply < plies ? review.moves[ply] : review.end;
    const value = ply < plies ? from.best_score : from.score;
    const kind = ply < plies ? from.best_kind : from.kind;
    if (value === null) return null;
    return { value: from.side === "X" ? value : -value, exact: kind === "exact" };
  }

  function draw(name, attributes, text) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    at("graph").append(element);
    return element;
  }

  let now = null;

  function makeGraph() {
    for (const value of [64, 16, 4, 0, -4, -16, -64]) {
      draw("line", { class: value ? "grid" : "zero", x1: LEFT, x2: RIGHT, y1: yOf(value), y2: yOf(value) });
      draw("text", { x: LEFT - 6, y: yOf(value) + 4, "text-anchor": "end" }, String(value).replace("-", "\u2212"));
    }
    for (let ply = 0; ply < plies; ply++) {
      const [from, to] = [valueAt(ply), valueAt(ply + 1)];
      if (from === null || to === null) continue;
      const kind = from.exact && to.exact ? "value" : "value guess";
      draw("line", { class: kind, x1: xOf(ply), y1: yOf(from.value), x2: xOf(ply + 1), y2: yOf(to.value) });
    }
    now = draw("line", { class: "now", y1: TOP, y2: BOTTOM });
    for (const number of review.turning_points) {
      const value = valueAt(number - 1);
      if (value) draw("circle", { class: "point", cx: xOf(number - 1), cy: yOf(value.value), r: 5 });
    }
    at("graph").addEventListener("click", (event) => {
      const box = at("graph").getBoundingClientRect();
      const x = ((event.clientX - box.left) * 640) / box.width;
      go(Math.round(((x - LEFT) / (RIGHT - LEFT)) * plies));
    });
  }

  const items = [];

  function makeMoves() {
    const add = (ply, parts) => {
      const item = document.createElement("button");
      item.type = "button";
      for (const [text, kind] of parts) {
        item.append(Object.assign(document.createElement("span"), { textContent: text, className: kind }));
      }
      item.addEventListener("click", () => go(ply));
      const row = document.createElement("li");
      row.append(item);
      at("moves").append(row);
      items.push(item);
    };
    review.moves.forEach((move, ply) => {
      const turning = review.turning_points.includes(move.ply) ? "turning" : "";
      const lost = move.loss > 0 ? ` \u2212${lossOf(move)}` : "";
      add(ply, [[`${move.ply} ${move.side} ${move.move}`, turning], [lost, move.loss >= 2 ? "lost" : ""]]);
    });
    add(plies, [[texts.end, ""]]);
  }

  function makeSums() {
    const rows = [["", ...texts.columns]];
    for (const [side, name] of Object.entries(SIDES)) {
      for (const [index, phase] of [null, "opening", "midgame", "endgame"].entries()) {
        const sums = phase ? review.sides[side][phase] : review.sides[side];
        const lost = sums.exact === sums.choices ? sums.loss : sums.loss.toFixed(2);
        const accuracy = sums.accuracy === null ? "\u2013" : `${sums.accuracy.toFixed(1)} %`;
        rows.push([phase ? texts.phases[index - 1] : name, sums.choices, sums.best_moves, lost, accuracy]);
      }
    }
    rows.forEach((row, index) => {
      const part = index ? at("sums").tBodies[0] ?? at("sums").createTBody() : at("sums").createTHead();
      const line = part.insertRow();
      if (index && Object.values(SIDES).includes(row[0])) line.className = "side";
      row.forEach((text, column) => {
        const cell = document.createElement(index && column ? "td" : "th");
        cell.textContent = String(text);
        line.append(cell);
      });
    });
  }

  function show() {
    const position = shown();
    drawBoard(position);
    at("comment").textContent = describe(position);
    const next = state.line.length === 0 && state.ply < plies ? review.moves[state.ply] : null;
    const reasons = next?.explanation ?? { played: [], best: [] };
    const about = (said, move, reasons) => reasons.map((text) => fill(said, { move, text }));
    const played = about(texts.about_played, next?.move, reasons.played);
    const better = about(texts.about_better, next?.best, reasons.best);
    at("reasons").replaceChildren(...[...played, ...better].map((textContent) =>
      Object.assign(document.createElement("li"), { textContent })));
    now.setAttribute("x1", xOf(state.ply));
    now.setAttribute("x2", xOf(state.ply));
    items.forEach((item, ply) => {
      if (ply === state.ply) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    // Only the list is moved, not the page.
    const [list, item] = [at("moves"), items[state.ply].parentElement];
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
    const button = (name) => document.querySelector(`[data-go=${name}]`);
    button("better").disabled = next === null || !(next.loss > 0);
    button("turning").disabled = review.turning_points.length === 0;
    button("first").disabled = button("back").disabled = state.ply === 0 && state.step === 0;
    button("last").disabled = state.ply === plies && state.line.length === 0;
    button("on").disabled = state.line.length ? state.step === state.line.length : state.ply === plies;
  }

  // Moving about.
  function go(ply) {
    Object.assign(state, { ply: Math.min(Math.max(ply, 0), plies), line: [], step: 0 });
    show();
  }

  function step(by) {
    if (state.line.length === 0) return go(state.ply + by);
    state.step = Math.min(state.step + by, state.line.length);
    if (state.step <= 0) Object.assign(state, { line: [], step: 0 });
    show();
  }

  function tryMove(index) {
    const position = shown();
    if (flips(position, index).length === 0) return;
    const name = nameOf(index);
    const isPlayed = state.line.length === 0 && state.ply < plies && review.moves[state.ply].move === name;
    if (isPlayed) return go(state.ply + 1);
    state.line = [...state.line.slice(0, state.step), name];
    const next = play(position, name);
    const mustPass = legal(next).length === 0 && legal(play(next, "pass")).length > 0;
    if (mustPass) state.line.push("pass");
    state.step = state.line.length;
    show();
  }

  const actions = {
    first: () => go(0),
    back: () => step(-1),
    on: () => step(1),
    last: () => go(plies),
    turning() {
      const points = review.turning_points;
      if (points.length) go((points.find((ply) => ply - 1 > state.ply) ?? points[0]) - 1);
    },
    better() {
      const move = state.ply < plies ? review.moves[state.ply] : null;
      if (state.line.length || !move || !(move.loss > 0)) return;
      Object.assign(state, { line: move.line, step: 1 });
      show();
    },
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", t: "turning", T: "turning", b: "better", B: "better" };

  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => actions[button.dataset.go]());
  }
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[name]();
  });
  makeBoard();
  makeGraph();
  makeMoves();
  makeSums();
  const hash = Number.parseInt(location.hash.slice(1), 10);
  go(Number.isInteger(hash) ? hash - 1 : 0);
})();
