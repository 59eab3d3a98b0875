import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Link } from 'react-router';
import { excerpt } from '#contract/excerpt';
import type { Phrase } from '#contract/marking/phrase-calls';
import { limits } from '#contract/limits';
import { TextArea } from '../../ui/field.tsx';
import { FoldSummary, Small } from '../../ui/layout.tsx';
import { LiveRegion, useAnnouncement } from '../../ui/notice.tsx';
import styles from './mark.module.css';
import { phraseAtCaret, usePhrases } from './phrases/use-phrases.ts';

/** `;name` and Tab, or a click, insert a saved phrase at the caret; elsewhere Tab keeps its meaning. */
export function CommentField({
  userId,
  student,
  field,
  onText,
  onKeyDown,
  ...area
}: Omit<ComponentProps<typeof TextArea>, 'onChange' | 'ref' | 'hint'> & {
  userId: string;
  /** Email: for the phrases of their batch and project. */
  student: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
}) {
  const [areNeeded, setNeeded] = useState(false);
  const phrases = usePhrases(userId, student, areNeeded);
  const [announcement, announce] = useAnnouncement();
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    // After the form has rerendered.
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function insert({ name, text }: Phrase, from: number, to: number): void {
    const area = field.current;
    if (area === null) return;
    area.setRangeText(text, from, to, 'end');
    caret.current = from + text.length;
    announce(`The phrase ${name} is in the comment.`);
    onText(area.value);
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    onKeyDown?.(event);
    const { selectionStart, selectionEnd, value, readOnly } = event.currentTarget;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key !== 'Tab' || !isPlain || readOnly || selectionStart !== selectionEnd) return;
    const found = phraseAtCaret(phrases, value, selectionStart);
    if (found === null) return;
    event.preventDefault();
    insert(found.phrase, found.from, found.to);
  }
  return (
    <div className={styles['comment']} data-used={areNeeded || undefined}>
      <TextArea
        {...area}
        ref={field}
        maxLength={limits.markComments}
        placeholder="Comment"
        onFocus={() => setNeeded(true)}
        onKeyDown={press}
        onChange={({ target }) => onText(target.value)}
      />
      <LiveRegion announcement={announcement} />
      <details className={styles['phrases']} data-needs-script onToggle={() => setNeeded(true)}>
        <FoldSummary>Phrases</FoldSummary>
        {phrases.length > 0 && (
          <ul className={styles['list']}>
            {phrases.map((phrase) => (
              <li key={`${phrase.place ?? 'own'} ${phrase.id}`}>
                <button
                  type="button"
                  className={styles['phrase']}
                  disabled={area.readOnly}
                  onClick={() => {
                    const { selectionStart, selectionEnd } = field.current ?? {
                      selectionStart: 0,
                      selectionEnd: 0,
                    };
                    insert(phrase, selectionStart, selectionEnd);
                    field.current?.focus();
                  }}
                >
                  <span className={styles['name']}>{`;${phrase.name}`}</span>
                  <span>{` ${excerpt(phrase.text, 60)}`}</span>
                  {phrase.place !== undefined && (
                    <span className={styles['shared']}>{` Shared in the ${phrase.place}`}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Small>
          <span>{`${
            phrases.length > 0
              ? `Type a name, such as ;${phrases[0]?.name}, then press Tab.`
              : 'Save comments that you use often.'
          } `}</span>
          <Link to="/staff/phrases">{phrases.length > 0 ? 'Edit phrases' : 'Add a phrase'}</Link>
        </Small>
        <Small>
          Markdown: <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
          <code>[link](https://…)</code>, <code>`code`</code>
        </Small>
      </details>
    </div>
  );
}
