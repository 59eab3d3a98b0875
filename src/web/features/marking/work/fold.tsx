import type { ReactNode } from 'react';
import { FoldSummary } from '../../../ui/layout.tsx';
import styles from './work.module.css';

/** Unfolded, its content takes the whole width. */
export function Fold({
  label,
  isOpen = false,
  onToggle,
  children,
}: {
  label: ReactNode;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <details
      className={styles['fold']}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <FoldSummary>{label}</FoldSummary>
      <div className={styles['folded']}>{children}</div>
    </details>
  );
}

/** Slightly longer texts stay whole. */
const openCharacters = 700;
const openLines = 12;
const slack = 1.4;

/** @returns the beginning, and the rest (empty for short texts) */
export function foldText(text: string): [beginning: string, rest: string] {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const byLines =
    lineEnds.length > openLines * slack ? (lineEnds[openLines - 1] ?? text.length) : text.length;
  const byCharacters = text.length > openCharacters * slack ? openCharacters : text.length;
  const at = Math.min(byLines, byCharacters);
  if (at >= text.length) return [text, ''];
  // Splitting a word could break an address.
  const gap = text.slice(0, at + 1).search(/\s\S*$/);
  const end = gap > 0 ? gap : text.length;
  return [text.slice(0, end), text.slice(end).trimStart()];
}
