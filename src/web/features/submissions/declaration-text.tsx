import type { ListedReceipt } from '#contract/submissions/calls';
import { aiUseWords } from '#contract/submissions/declaration';
import styles from './receipts.module.css';

export const aiUseLine = ({ ai_use }: NonNullable<ListedReceipt['declaration']>): string =>
  `AI tools: ${aiUseWords[ai_use].toLowerCase()}`;

/** Null where none was asked. */
export function DeclarationText({
  of: { declaration, undeclared },
}: {
  of: Pick<ListedReceipt, 'declaration' | 'undeclared'>;
}) {
  if (declaration === undefined) return undeclared === true ? 'No declaration' : null;
  const { statement, ai_text } = declaration;
  return (
    <>
      <p className={styles['statement']}>{statement}</p>
      <p className={styles['statement']}>
        {`${aiUseLine(declaration)}${ai_text === undefined ? '' : `. ${ai_text}`}`}
      </p>
    </>
  );
}
