/** @typedef {{ not: RegExp, say: string }} Rule */

/** @type {Rule[]} One word for each thing, and words that make a reader stop. */
export const rules = [
  { not: /\bsign(?:ed|ing)?[ -](?:in|out)\b/i, say: 'log in, log out; Login and Logout on buttons' },
  { not: /\b(?:to|please|and|you) (?:login|logout)\b/i, say: 'log in, log out: the verb is two words' },
  { not: /\b(?:the|your|a) log[ -](?:in|out)\b/i, say: 'login, logout: the noun is one word' },
  { not: /^\s*Log (?:in|out)\s*$/, say: 'Login, Logout on buttons and headings' },
  { not: /\be-mail/i, say: 'email' },
  { not: /\b(?:your|his|her|their|old|new|earlier|former) address\b/i, say: 'email, email address' },
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
  { not: /\bextend(?:s|ed|ing)? (?:\w+ )?deadlines?\b/i, say: 'due date; a deadline is the viva’s' },
  { not: /\bmore time\b|\btime for an outage\b/i, say: 'extension' },
  { not: /\bask(?:s|ed|ing)? for an extension\b/i, say: 'request an extension' },
  { not: /(?<!\.)\bbriefs?\b(?!\.)/i, say: 'instructions' },
  { not: /\bstages?\b|\bhow far (?:they|you|he|she|a student|each|somebody)\b/i, say: 'status, progress' },
  { not: /\bstones?\b/i, say: 'steps' },
  { not: /\bwhom\b|\bwho(?:m)?(?:so)?ever\b/i, say: 'who, anyone who; "Show affected students"' },
  { not: /\bsecond factors?\b/i, say: 'two-step verification' },
  { not: /\bfresh proof\b|\bprove(?:s|d)? afresh\b/i, say: 'confirm it is you' },
  { not: /\bpress(?:es|ed|ing)?\b/i, say: 'click, tap, or name the button' },
  { not: /\bwhat the portal stands on\b|\bwhat to see to\b/i, say: 'system check, needs attention' },
  { not: /\bretir(?:e|es|ed|ing)\b/i, say: 'archive, archived' },
  { not: /(?<!\b(?:an|next) )\bintakes?\b/i, say: 'import; an intake is the students of a year' },
  { not: /\bEmpty: /, say: 'Leave empty for …' },
  { not: /\bsee the number\b|\bbefore (?:its|the) number\b/i, say: 'mark' },
  { not: /\bmoderat(?:e|es|ed|ing|ion)\b/i, say: 'hide, lock, pin; news about your post' },
  { not: /\brosters?\b/i, say: 'list of students' },
  { not: /\bopen(?:s|ed)? (?:\w+ ){0,2}to the batch\b/i, say: 'share with the batch' },
  { not: /^\s*Mean\b/, say: 'Average' },
  { not: /\bplacements?\b/i, say: 'a batch: waiting for a batch' },
  { not: /\brehears(?:ed|als?)\b/i, say: 'test restore; rehearse is the command' },
  { not: /\borphans?\b|\bblank database\b/i, say: 'unused file, empty database' },
  { not: /\bthereby\b|\banew\b|\ball the same\b/i, say: 'plain words' },
  { not: /\bof (?:before|now)\b(?!-)/i, say: 'former, old, current' },
  { not: /\bby itself\b/i, say: 'automatically' },
  { not: /\bjust now\b/i, say: 'right now' },
  { not: /, too[.!?;]?(?:$|\s)/i, say: 'also, before the verb' },
  { not: /(?<!\bthere )\bis no (?!longer|more\b)[a-z]+\b/i, say: 'it is not a …' },
  {
    not: /\b(?:stands|stood|lies|lay|goes)\b/i,
    say: 'is, is shown, is sent',
  },
  { not: /(?:^|[.;:] )What (?:(?!\?)[^.])*(?:\.|$)/, say: 'a noun, not a clause that begins with "What"' },
];

/** A sentence of a screen, mail or error has at most so many words. */
export const maxWords = 20;

/** Where a sentence ends; the summary of a call has parts. @typedef {'sentences' | 'parts'} Bounded */
const ends = { sentences: /(?<=[.!?])\s+/, parts: /(?<=[.!?:;])\s+/ };
/** No list of words, and no HTML. */
const isSentence = (/** @type {string} */ text) => /[.,:;!?]/.test(text) && !/[<{]/.test(text);

/** @param {string} sentence */
export const wordsIn = (sentence) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

/**
 * What is to be reworded in a text.
 * @param {string} text
 * @param {Bounded | null} bounded which of its parts are short
 * @returns {string[]}
 */
export function problemsOf(text, bounded) {
  const words = rules.filter(({ not }) => not.test(text)).map(({ say }) => `say ${say}`);
  const long =
    bounded !== null && isSentence(text)
      ? text
          .split(ends[bounded])
          .map(wordsIn)
          .filter((count) => count > maxWords)
      : [];
  return [...words, ...long.map((count) => `${count} words in a sentence, at most ${maxWords}`)];
}
