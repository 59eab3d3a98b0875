const verb = ' writes: ';

export const messageText = (author: string, text: string): string => `${author}${verb}${text}`;

/** For a mail: who writes, and the words as a quote. */
export function messageParts(notice: string): { lead: string; quote: string } {
  const at = notice.indexOf(verb);
  return { lead: `${notice.slice(0, at)} writes:`, quote: notice.slice(at + verb.length) };
}
