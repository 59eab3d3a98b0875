/** Inline, so that the document loads nothing. */
export const previewStyle = `
:root{color-scheme:light dark;--ground:#fffdf9;--sunken:#f1ece0;--line:#dfd8c8;--ink:#1c2421;--soft:#56605b;--accent:#0d5a50;--word:#8a2c0d;--text:#1d6234;--number:#6a3f9c}
@media(prefers-color-scheme:dark){:root{--ground:#1a201d;--sunken:#0e1210;--line:#313a35;--ink:#ebe7dd;--soft:#a8b0a9;--accent:#7fcbba;--word:#ffb59a;--text:#a5d6a7;--number:#cdb4f0}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;padding:.75rem}
h1{font-size:1rem;overflow-wrap:anywhere}
p{max-width:68ch;margin-bottom:.75rem;overflow-wrap:anywhere}
.note,td{color:var(--soft);font-size:.875rem}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre{font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
table{width:100%;border-collapse:collapse;margin-top:.5rem}
th,td{padding:.25rem .5rem .25rem 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
td:last-child,th:last-child{text-align:end;padding-inline-end:0;white-space:nowrap}
td:first-child{color:var(--ink);overflow-wrap:anywhere}
td a{display:inline-block;min-height:1.5rem}
img{display:block;max-width:100%;height:auto;margin:0 auto;background:repeating-conic-gradient(var(--sunken) 0 25%,var(--ground) 0 50%) 0 0/16px 16px}
canvas{display:block;width:100%;height:auto;background:#fff}
body>canvas{display:none}
.page{position:relative;margin:0 auto .75rem;max-width:56rem;border:1px solid var(--line)}
.words{color-scheme:only light;position:absolute;inset:0;overflow:clip;line-height:1;text-size-adjust:none;forced-color-adjust:none;transform-origin:0 0;--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor)*var(--min-font-size));--min-font-size-inv:calc(1/var(--min-font-size))}
.words :is(span,br){color:transparent;position:absolute;white-space:pre;cursor:text;transform-origin:0 0}
.words>:not(.markedContent),.words .markedContent span:not(.markedContent){--font-height:0;font-size:calc(var(--text-scale-factor)*var(--font-height));--scale-x:1;--rotate:0deg;transform:rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))}
.words .markedContent{display:contents}
.words ::selection{background:rgb(0 80 200/30%)}
.hljs-comment,.hljs-quote,.hljs-meta{color:var(--soft);font-style:italic}
.hljs-keyword,.hljs-selector-tag,.hljs-name,.hljs-tag,.hljs-literal,.hljs-built_in,.hljs-type{color:var(--word)}
.hljs-string,.hljs-regexp,.hljs-attr,.hljs-attribute,.hljs-addition,.hljs-link{color:var(--text)}
.hljs-number,.hljs-title,.hljs-section,.hljs-symbol,.hljs-variable,.hljs-selector-class,.hljs-selector-id{color:var(--number)}
.hljs-emphasis{font-style:italic}
.hljs-strong,.hljs-section{font-weight:600}
`;
