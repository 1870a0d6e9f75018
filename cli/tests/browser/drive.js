// Uses the page of a review as a reader would, and tells the page around it what is wrong.
"use strict";
(() => {
  const faults = [];
  const check = (holds, what) => { if (!holds) faults.push(what); };
  const review = JSON.parse(document.getElementById("review").textContent);
  const plies = review.moves.length;
  const cells = () => [...document.querySelectorAll(".cell")];
  const board = () => cells().map(({ classList }) => (classList.contains("X") ? "X" : classList.contains("O") ? "O" : "-")).join("");
  const boardOf = (ply) => (ply < plies ? review.moves[ply] : review.end).board;
  const index = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  const button = (name) => document.querySelector(`[data-go=${name}]`);
  const current = () => [...document.querySelectorAll("#moves button")].findIndex((item) => item.hasAttribute("aria-current"));

  try {
    check(cells().length === 64, "64 cells");
    press("Home");
    for (let ply = 0; ply <= plies; ply++) {
      check(board() === boardOf(ply), `the board at ply ${ply} is that of the engine`);
      check(current() === ply, `ply ${ply} is the current one`);
      check(document.getElementById("comment").textContent.length > 10, `ply ${ply} has a comment`);
      const words = document.querySelector("main").textContent;
      check(!/undefined|[{}]/.test(words), `every text is filled in at ply ${ply}`);
      press("ArrowRight");
    }
    check(current() === plies && button("on").disabled, "the game ends at its end");

    // The rules of the page are those of the engine: legal squares, and the boards after clicks.
    press("Home");
    review.moves.forEach((move, ply) => {
      const marked = cells().filter((cell) => cell.classList.contains("legal")).length;
      check(move.forced === marked < 2, `${marked} legal moves at ply ${ply}`);
      if (move.move === "pass") press("ArrowRight");
      else cells()[index(move.move)].click();
      check(board() === boardOf(ply + 1), `a click on ${move.move} at ply ${ply} plays it`);
    });

    // Another move than that of the game, and back.
    const branch = review.moves.findIndex((move) => !move.forced);
    document.querySelectorAll("#moves button")[branch].click();
    const other = cells().findIndex((cell, at) => cell.classList.contains("legal") && at !== index(review.moves[branch].move));
    cells()[other].click();
    check(board() !== boardOf(branch) && board() !== boardOf(branch + 1), "another move can be tried");
    press("ArrowLeft");
    while (current() === branch && board() !== boardOf(branch)) press("ArrowLeft");
    check(board() === boardOf(branch), "stepping back returns to the game");

    const branches = $BRANCHES;
    for (const [ply, moves, expected] of branches) {
      document.querySelectorAll("#moves button")[ply].click();
      for (const move of moves) cells()[index(move)].click();
      check(board() === expected, `${moves.join(" ")} from ply ${ply} lead where the engine says`);
    }

    // Turning points and better lines.
    for (const ply of review.turning_points) {
      press("t");
      check(review.turning_points.includes(current() + 1), `T leads to a turning point, not to ply ${current()}`);
      document.querySelectorAll("#moves button")[ply - 1].click();
      check(!button("better").disabled, `there is a better line at ply ${ply}`);
      button("better").click();
      for (const _ of review.moves[ply - 1].line) button("on").click();
      check(button("on").disabled, `the better line at ply ${ply} has an end`);
      press("Home");
    }

    // The graph takes clicks, and nothing is wider than the window.
    const box = document.getElementById("graph").getBoundingClientRect();
    const at = { clientX: box.left + (box.width * 630) / 640, clientY: box.top + 10, bubbles: true };
    document.getElementById("graph").dispatchEvent(new MouseEvent("click", at));
    check(current() === plies, "a click at the right end of the graph shows the end");
    const { scrollWidth, clientWidth } = document.documentElement;
    check(scrollWidth <= clientWidth, `the page is ${scrollWidth} wide in a window of ${clientWidth}`);
    for (const element of document.querySelectorAll("#board, #graph, #sums, #buttons, #moves")) {
      const { left, right } = element.getBoundingClientRect();
      check(left >= 0 && right <= clientWidth + 1, `#${element.id} ends at ${right} of ${clientWidth}`);
    }
    check(cells()[0].getBoundingClientRect().width >= 30, "squares are large enough for a finger");
  } catch (error) {
    faults.push(String(error.stack ?? error));
  }
  window.parent.postMessage(JSON.stringify({ faults, width: window.innerWidth, plies }), "*");
})();
