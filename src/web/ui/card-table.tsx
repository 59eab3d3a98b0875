import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './card-table.module.css';

/** A column; `to` is the address that sorts by it, `sorted` how it is sorted now. */
export type Column = { label: string; to?: string; sorted?: 'ascending' | 'descending' | undefined };

/** Small below a row's name, or after the text of a cell. */
export function CellNote({ children }: { children: ReactNode }) {
  return <span className={styles['note']}>{children}</span>;
}

/**
 * A table of one line a row, whose rows are cards on a narrow screen. A row begins with its heading (`th`); each other cell
 * has its column's name as `data-label`, or `data-wide` where a card does not show it.
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
