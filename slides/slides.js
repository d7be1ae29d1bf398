// Formulas are set first, since reveal.js hides all slides but one, and what is hidden has no size.
const SIZE = { width: 1280, height: 720 };

// On paper all of a slide that is too tall is to be seen. An output that reaches the page's very end
// would go to the next page, and be lost there; lines break anew after the shrinking. So some is left.
function shrinkToPage() {
  for (const slide of document.querySelectorAll(".pdf-page section")) {
    slide.style.zoom = Math.min(1, (0.94 * SIZE.height) / slide.scrollHeight);
  }
  document.body.dataset.printable = true;
}

// On the screen a slide is as large as leaves all of it to be seen, as in the live deck, whose sizes
// depend on --grow; one that is too tall even so is made smaller. Below an open answer one scrolls.
function fitToScreen({ currentSlide: slide }) {
  const boxes = [slide, ...slide.querySelectorAll(".jp-OutputArea-output, pre")];
  const set = (name, size) => slide.style.setProperty(name, size);
  const fits = () => slide.scrollHeight <= SIZE.height && boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
  set("--shrink", 1);
  let [small, large] = [0, 3];
  while (large - small > 0.01) {
    const middle = (small + large) / 2;
    set("--grow", middle);
    if (fits()) small = middle;
    else large = middle;
  }
  set("--grow", small || 1);
  const pages = slide.scrollHeight / SIZE.height;
  if (pages > 1) set("--shrink", 0.94 / pages);
}

window.MathJax = {
  extensions: ["tex2jax.js", "TeX/AMSmath.js", "TeX/AMSsymbols.js"],
  jax: ["input/TeX", "output/SVG"],
  tex2jax: { inlineMath: [["$", "$"]], processEscapes: true },
  SVG: { font: "STIX-Web" },
  messageStyle: "none",
  showMathMenu: false,
  AuthorInit() {
    MathJax.Hub.Register.StartupHook("End", () => {
      Reveal.on("pdf-ready", shrinkToPage);
      if (!location.search.includes("print-pdf")) {
        Reveal.on("ready", fitToScreen);
        Reveal.on("slidechanged", fitToScreen);
      }
      Reveal.initialize({
        ...SIZE, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none",
        pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1, plugins: [RevealNotes],
      });
    });
  },
};
