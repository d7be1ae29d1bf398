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
      Reveal.initialize({
        ...SIZE, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none",
        pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1, plugins: [RevealNotes],
      });
    });
  },
};
