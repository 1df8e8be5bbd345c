/**
 * What differs between languages. The fonts of the system come after the theme's, which may lack the script: a page loads
 * none. Where words have no spaces, lines break between phrases; letters that join, or carry signs, are never spaced.
 */
export const languageRules = `
:lang(ja) body { font-family: var(--font), "Hiragino Sans", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", "Noto Sans JP", sans-serif; }
:lang(ko) body { font-family: var(--font), "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR", "Noto Sans KR", sans-serif; }
:lang(zh-Hans) body { font-family: var(--font), "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
:lang(zh-Hant) body { font-family: var(--font), "PingFang TC", "Microsoft JhengHei UI", "Noto Sans CJK TC", "Noto Sans TC", sans-serif; }
:lang(ar) body { font-family: var(--font), "SF Arabic", "Geeza Pro", "Noto Sans Arabic", "Noto Naskh Arabic", sans-serif; }
:lang(he) body { font-family: var(--font), "SF Hebrew", "Arial Hebrew", "Noto Sans Hebrew", sans-serif; }
:lang(hi) body { font-family: var(--font), "Kohinoor Devanagari", "Nirmala UI", "Noto Sans Devanagari", sans-serif; }
:is(:lang(ar), :lang(hi)) body { line-height: 1.75; }
:is(:lang(ar), :lang(he), :lang(hi), :lang(ja), :lang(ko), :lang(zh)) :is(h1, .brand) { letter-spacing: normal; }
:is(:lang(ar), :lang(hi)) h1 { line-height: 1.45; }
:is(:lang(ar), :lang(hi)) :is(button, .button) { line-height: 1.5; }
:is(:lang(ja), :lang(zh)) body { line-break: strict; }
:lang(ja) :is(h1, p, button, .button) { word-break: auto-phrase; }
:lang(ko) body { word-break: keep-all; }
:is(:lang(de), :lang(nl), :lang(pl), :lang(ru), :lang(uk)) :is(h1, button, .button) { hyphens: auto; hyphenate-limit-chars: 14 5 5; }
`;
