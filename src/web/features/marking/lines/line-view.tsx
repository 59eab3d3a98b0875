import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { linesOf } from '#contract/submissions/text-lines';
import { Button } from '../../../ui/button.tsx';
import { Small } from '../../../ui/layout.tsx';
import styles from './lines.module.css';

/** Lines at a time: thousands of rows at once would keep a phone busy. */
const linesAtOnce = 500;

const moves: Readonly<Record<string, (line: number, last: number) => number>> = {
  ArrowDown: (line, last) => Math.min(last, line + 1),
  ArrowUp: (line) => Math.max(1, line - 1),
  Home: () => 1,
  End: (_, last) => last,
};

/** One tab stop for all: the arrow keys move between lines. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement;
  const move = moves[event.key];
  const list = event.currentTarget;
  if (move === undefined || from.dataset['number'] === undefined) return;
  const numbers = list.querySelectorAll<HTMLElement>('[data-number]');
  const to = numbers[move(Number(from.dataset['number']), numbers.length) - 1];
  event.preventDefault();
  from.tabIndex = -1;
  if (to === undefined) return;
  to.tabIndex = 0;
  to.focus();
}

function Rows({
  id,
  lines,
  onLine,
  below,
}: {
  id: string;
  lines: readonly string[];
  onLine?: ((line: number) => void) | undefined;
  below: (line: number) => ReactNode;
}) {
  return lines.map((text, i) => {
    const line = i + 1;
    return (
      <li key={line} id={`${id}${line}`} className={styles['row']} tabIndex={-1}>
        {onLine === undefined ? (
          <span className={styles['number']}>{line}</span>
        ) : (
          <button
            type="button"
            className={styles['number']}
            data-number={line}
            tabIndex={line === 1 ? 0 : -1}
            aria-label={`Comment on line ${line}`}
            onClick={() => onLine(line)}
          >
            {line}
          </button>
        )}
        <code className={styles['code']} data-line={line}>
          {text}
        </code>
        {below(line)}
      </li>
    );
  });
}

/**
 * A text line by line, with what belongs to a line below it.
 * @param lastNeeded shown at once, although it may be far below
 * @param at scrolled to and focused
 * @param onLine a line was pressed
 */
export function LineView({
  label,
  text,
  isCut,
  lastNeeded = 1,
  at = null,
  onLine,
  below,
}: {
  label: string;
  text: string;
  isCut: boolean;
  lastNeeded?: number;
  at?: number | null;
  onLine?: (line: number) => void;
  below: (line: number) => ReactNode;
}) {
  const id = useId();
  const lines = linesOf(text);
  const [wanted, setWanted] = useState(1);
  const shown = Math.ceil(Math.max(wanted, lastNeeded) / linesAtOnce) * linesAtOnce;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = at === null ? null : document.getElementById(`${id}${at}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView?.({ block: 'center' });
  }, [id, at]);
  const pressText = ({ target }: MouseEvent<HTMLElement>) => {
    const { line } = (target as HTMLElement).dataset;
    // A click that ends a selection selects.
    if (line !== undefined && window.getSelection()?.isCollapsed !== false) onLine?.(Number(line));
  };
  return (
    <>
      {/* Scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={region} className={styles['text']} tabIndex={0} role="region" aria-label={label}>
        {/* The numbers are buttons for the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <ol
          translate="no"
          data-pressable={onLine !== undefined || undefined}
          onKeyDown={moveByKey}
          onClick={onLine === undefined ? undefined : pressText}
        >
          <Rows id={id} lines={lines.slice(0, shown)} onLine={onLine} below={below} />
        </ol>
        {lines.length > shown && (
          <Button variant="secondary" small onClick={() => setWanted(shown + 1)}>
            {`Show lines ${shown + 1} to ${Math.min(lines.length, shown + linesAtOnce)}`}
          </Button>
        )}
      </div>
      {isCut && <Small>The file is longer. Only its first 200 KB are shown.</Small>}
    </>
  );
}
