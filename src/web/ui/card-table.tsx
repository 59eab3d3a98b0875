import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './card-table.module.css';

/** `to` sorts by the column; `sorted` is the current order. */
export type Column = { label: string; to?: string; sorted?: 'ascending' | 'descending' | undefined };

/** @param isSentence is shown whole; other notes are cut where the table is full */
export function CellNote({ isSentence = false, children }: { isSentence?: boolean; children: ReactNode }) {
  return <span className={classNames(styles['note'], isSentence && styles['sentence'])}>{children}</span>;
}

/**
 * Rows are cards on a narrow screen. A row begins with its heading (`th`); other cells name their column in
 * `data-label`, or have `data-wide` where a card hides them.
 */
export function CardTable({
  caption,
  columns,
  className,
  children,
}: {
  caption: string;
  columns: readonly (string | Column)[];
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <table className={classNames(styles['table'], className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns
            .map((column) => (typeof column === 'string' ? { label: column } : column))
            .map(({ label, to, sorted }: Column) => (
              <th key={label} scope="col" aria-sort={sorted}>
                {to === undefined ? (
                  label
                ) : (
                  <Link to={to} replace preventScrollReset>
                    {label}
                  </Link>
                )}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
