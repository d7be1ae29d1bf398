// Walks through a deck that is being presented, slide by slide as the key PageDown does, and
// returns of each slide what the back row would notice; the sizes are in pixels.
async () => {
  const notebook = jupyterapp.shell.currentWidget.content;
  const area = document.querySelector(".jp-Deck .jp-WindowedPanel-outer");
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const typeOf = (cell) => cell.model.getMetadata("slideshow")?.slide_type;
  const CONTROLS = "button, input, select, [role=gridcell], [role=slider]";

  const begins = (cell) => ["slide", "subslide"].includes(typeOf(cell));

  // Whether all of a slide is on the screen: no fragment of it is still to come.
  function isWhole() {
    const rest = notebook.widgets.slice(notebook.activeCellIndex + 1);
    const next = rest.find((cell) => begins(cell) || typeOf(cell) === "fragment");
    return !next || begins(next);
  }

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const shown = () => notebook.widgets.map((cell) => cell.node).filter(isShown);

  // How far the widest output or line of code reaches beyond what is shown of it.
  function hiddenWidth(cells) {
    const boxes = cells.flatMap((cell) => [...cell.querySelectorAll(".jp-OutputArea-output, .ttt-explore, .cm-scroller, .jp-MarkdownOutput")]);
    const beyond = boxes.filter(isShown).map((box) => box.scrollWidth - box.clientWidth);
    return Math.max(0, area.scrollWidth - area.clientWidth, ...beyond);
  }

  function kindOf(element) {
    if (element.closest(".cm-content, pre, code")) return "code";
    const body = element.closest(".jp-RenderedMarkdown") && !element.closest("table, sub, sup, mjx-container");
    return body ? "body" : "other"; // tables, controls, feedback; formulas have small parts by right
  }

  // The smallest letters of each kind.
  function fonts(cells) {
    const smallest = {};
    for (const cell of cells) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || element.closest("svg, mjx-container, style, option") || !isShown(element)) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        const kind = kindOf(element);
        smallest[kind] = Math.min(size, smallest[kind] ?? size);
      }
    }
    return smallest;
  }

  // The controls that a click at their left edge does not reach.
  function missed(cells) {
    const controls = cells.flatMap((cell) => [...cell.querySelectorAll(".jp-OutputArea-output :is(" + CONTROLS + ")")]);
    const misses = controls.filter((control) => {
      if (!isShown(control)) return false;
      control.scrollIntoView({ block: "center" });
      const box = control.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + Math.min(4, box.width / 2), box.top + box.height / 2);
      return !(hit && (control.contains(hit) || hit.contains(control) && control.closest("label")));
    });
    return { controls: controls.length, missed: misses.map((control) => control.outerHTML.slice(0, 120)) };
  }

  // The pictures that could not be loaded.
  async function broken(cells) {
    const pictures = cells.flatMap((cell) => [...cell.querySelectorAll("img")]);
    const failed = await Promise.all(pictures.map((img) => img.decode().then(() => [], () => [img.src.slice(0, 120)])));
    return failed.flat();
  }

  async function measure() {
    const cells = shown();
    const pictures = await broken(cells); // first, since the others have a height only then
    area.scrollTop = 0;
    const bottoms = cells.map((cell) => cell.getBoundingClientRect().bottom);
    const height = Math.round(Math.max(0, ...bottoms) - area.getBoundingClientRect().top);
    const heading = cells.map((cell) => cell.querySelector("h1, h2, h3")).find(Boolean);
    const lines = cells.flatMap((cell) => [...cell.querySelectorAll(".cm-line")]).filter(isShown);
    return {
      top: cells[0]?.querySelector(".jp-MarkdownOutput > :is(h1, h2, h3):first-child")?.getBoundingClientRect().top,
      pictures: cells.flatMap((cell) => [...cell.querySelectorAll(".jp-OutputArea-output img")]).map((img) => img.getBoundingClientRect().height),
      asks: lines.map((line) => line.innerText).filter((line) => /^\w+\.ask\(/.test(line)),
      title: (heading ?? cells[0])?.innerText.replace(/¶|^\[\d+\]:\s*/gm, "").trim().split("\n")[0].slice(0, 40) ?? "",
      height,
      tooHigh: Math.max(0, height - area.clientHeight),
      tooWide: hiddenWidth(cells),
      fonts: fonts(cells),
      ...missed(cells),
      broken: pictures,
    };
  }

  const slides = [];
  let last = -1;
  while (notebook.activeCellIndex !== last) {
    last = notebook.activeCellIndex;
    if (isWhole()) {
      await painted();
      slides.push(await measure());
    }
    await jupyterapp.commands.execute("nine-squares:turn", { step: 1 });
  }
  return { slides, begins: notebook.widgets.filter(begins).length };
}
