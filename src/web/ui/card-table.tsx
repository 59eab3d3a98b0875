import type { ReactNode } from 'react';
import styles from './card-table.module.css';

/** What stands small below a row's name, or below what a cell says. */
export function CellNote({ children }: { children: ReactNode }) {
  return <span className={styles['note']}>{children}</span>;
}

/**
 * A table whose rows are cards on a narrow screen, their cells below each other. A row begins with its heading (`th`); each other
 * cell has its column's name as `data-label`.
 * @param className for what is about this table alone
 */
export function CardTable({
  caption,
  columns,
  className = '',
  children,
}: {
  caption: string;
  columns: readonly string[];
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <table className={`${styles['table']} ${className}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
