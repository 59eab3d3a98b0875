import {
  mailWords,
  ourMailText,
  type MailName,
  type MailText,
  type MailValues,
  type OwnMailWords,
} from '#contract/mail-words';
import { beginningOf } from '#contract/excerpt';
import { composeWithOpening, mailStyles, type FixedContent, type MailSettings } from './mail-html.ts';
import { fillMailText, fillSubject, mailHtmlOf, mailPlainTextOf, parseMailText } from './mail-markdown.ts';

type WordedSettings = MailSettings & { mailWords?: OwnMailWords };

/** By the words: a mail to thousands is parsed once. */
const parsed = new WeakMap<MailText, ReturnType<typeof parseMailText>>();

function tokensOf(words: MailText): ReturnType<typeof parseMailText> {
  const known = parsed.get(words) ?? parseMailText(words.body);
  parsed.set(words, known);
  return known;
}

/** In characters: a value may be a whole sentence. */
const longestSubject = 200;

/**
 * A mail with the academy's words, or ours. What the portal adds (links, codes, the last lines) is no part of them.
 * @param values texts, never read as Markdown; empty ones take the blank before them along
 */
export function composeWorded<Name extends MailName>(
  settings: WordedSettings,
  mail: Name,
  values: Omit<MailValues<Name>, 'academy'>,
  fixed: FixedContent,
): { subject: string; text: string; html: string } {
  const words = settings.mailWords?.[mail] ?? mailWords[mail];
  const all: Record<string, string> = { ...values, academy: settings.academyName };
  const tokens = fillMailText(tokensOf(words), all);
  const opening = { text: mailPlainTextOf(tokens), html: mailHtmlOf(tokens, mailStyles(settings)) };
  // A subject of fields alone may be empty.
  const subject = fillSubject(words.subject, all) || fillSubject(ourMailText(mail).subject, all);
  return { subject: beginningOf(subject, longestSubject), ...composeWithOpening(settings, opening, fixed) };
}
