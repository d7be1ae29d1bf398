"""How Sphinx makes a book of the lessons; `make site` calls it with the sources it has laid out."""

project = "Nine Squares"
author = "the Nine Squares authors"
copyright = author
extensions = ["myst_nb"]
html_theme = "sphinx_book_theme"
html_title = "Nine Squares"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "show_toc_level": 2,
    "use_download_button": False,  # each lesson has a link of its own, to a copy to work in
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
    "extra_footer": "",
}
# The outputs are those that are committed, and nothing comes from another place than the site.
nb_execution_mode = "off"
nb_ipywidgets_js = {}
nb_merge_streams = True
myst_enable_extensions = ["dollarmath", "amsmath", "deflist"]
myst_update_mathjax = False
mathjax_path = "MathJax/MathJax.js"
mathjax2_config = {
    "extensions": ["tex2jax.js", "TeX/AMSmath.js", "TeX/AMSsymbols.js"],
    "jax": ["input/TeX", "output/SVG"],
    "tex2jax": {"inlineMath": [["\\(", "\\)"]], "processEscapes": True},
    "SVG": {"font": "STIX-Web"},
    "messageStyle": "none",
    "showMathMenu": False,
}
suppress_warnings = ["myst.header", "misc.highlighting_failure", "mystnb.mime_priority"]
