/** @typedef {{ not: RegExp, say: string }} Rule */

/** @type {Rule[]} One word for each thing, and words that make a reader stop; docs/glossary.md lists the words. */
export const rules = [
  { not: /\bsign(?:ed|ing)? (?:in|out)\b/i, say: 'log in, log out; Login and Logout on buttons' },
  { not: /\b(?:to|please|and|you) (?:login|logout)\b/i, say: 'log in, log out: the verb is two words' },
  { not: /\b(?:the|your|a) log[ -](?:in|out)\b/i, say: 'login, logout: the noun is one word' },
  { not: /^\s*Log (?:in|out)\s*$/, say: 'Login, Logout on buttons and headings' },
  { not: /\be-mail/i, say: 'email' },
  {
    not: /\bby mail\b|\bmailed\b|\b(?:cannot|can) send mail\b|\bgets? (?:a|no) mail\b|\bkind of mail\b/i,
    say: 'email, emailed; mail is what a mail server sends',
  },
  { not: /\bneeds? (?:a )?scripts?\b|\bturn scripts\b/i, say: 'JavaScript' },
  { not: /\b(?:your|their|the|and|of|no|see) grades?\b(?! *[=,)}:])/i, say: 'marks; My Grades is the tab' },
  { not: /\bhand(?:s|ed|ing)?[ -]in\b|\bhand-?ins?\b/i, say: 'submit, submission' },
  { not: /\b(?:without a|no|needs a) line\b/i, say: 'offline, internet connection' },
  { not: /\bwaits? on this device\b|\bkept on (?:this|the|your) device\b/i, say: 'saved on this device' },
  { not: /\bh(?:e|o)ld(?:s|ing)? back\b/i, say: 'not released, unreleased' },
  { not: /\bt(?:ake|akes|aken|aking|ook) (?:\w+ ){0,2}back\b/i, say: 'withdraw, undo, discard changes' },
  { not: /\bsecond looks?\b/i, say: 'review, mark review' },
  { not: /\bdue days?\b/i, say: 'due date' },
  { not: /\bmore time\b|\btime for an outage\b/i, say: 'extension' },
  { not: /\bstages?\b|\bhow far (?:they|you|he|she|a student|each|somebody)\b/i, say: 'status, progress' },
  { not: /\bstones?\b/i, say: 'steps' },
  { not: /\bwhom\b|\bwho(?:m)?(?:so)?ever\b/i, say: 'who, anyone who; "Show affected students"' },
  { not: /\bsecond factors?\b/i, say: 'two-step verification' },
  { not: /\bfresh proof\b|\bprove(?:s|d)? afresh\b/i, say: 'confirm it is you' },
  { not: /\bpress(?:es|ed|ing)?\b/i, say: 'click, tap, or name the button' },
  { not: /\bwhat the portal stands on\b|\bwhat to see to\b/i, say: 'system check, needs attention' },
  { not: /\bretir(?:e|es|ed|ing)\b/i, say: 'archive, archived' },
  { not: /\b(?:this|your|try an) intake\b|\bintake (?:is|was|file|list)\b/i, say: 'import' },
  { not: /\bthereby\b|\banew\b|\ball the same\b/i, say: 'plain words' },
  { not: /\bof (?:before|now)\b(?!-)/i, say: 'former, old, current' },
  { not: /\bby itself\b/i, say: 'automatically' },
  { not: /\bjust now\b/i, say: 'right now' },
  { not: /, too[.!?;]?(?:$|\s)/i, say: 'also, before the verb' },
  { not: /(?<!\bthere )\bis no (?!longer|more\b)[a-z]+\b/i, say: 'it is not a …' },
  {
    not: /\b(?:stands|stood|lies|lay)\b|\b(?:it|this|that|which|mail|file) goes\b/i,
    say: 'is, is shown, is sent',
  },
  { not: /(?:^|[.;:] )What (?:(?!\?)[^.])*(?:\.|$)/, say: 'a noun, not a clause that begins with "What"' },
];

/** A sentence of a screen or mail has at most so many words. */
export const maxWords = 20;

/** @param {string} text @returns {string[]} */
export const sentencesOf = (text) => text.split(/(?<=[.!?:;])\s+/);

/** @param {string} sentence */
export const wordsIn = (sentence) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

/**
 * What is to be reworded in a text.
 * @param {string} text
 * @param {boolean} isShort whether its sentences are bounded
 * @returns {string[]}
 */
export function problemsOf(text, isShort) {
  const words = rules.filter(({ not }) => not.test(text)).map(({ say }) => `say ${say}`);
  const long = isShort
    ? sentencesOf(text)
        .map(wordsIn)
        .filter((count) => count > maxWords)
    : [];
  return [...words, ...long.map((count) => `${count} words in a sentence, at most ${maxWords}`)];
}
