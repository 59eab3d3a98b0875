import { Link } from 'react-router';
import type { AuditLine } from '#contract/privacy/audit-calls';
import { auditAddress, auditKinds } from '#contract/privacy/audit-view';
import { formatInstant } from '../../ui/time-format.ts';
import { useZone } from '../../ui/zone.ts';
import styles from './audit-list.module.css';
import { actorName, changeWords, personBehind } from './audit-sentence.ts';

/** So many characters of changes stand open. */
const shortWords = 160;

/** What was acted on: a person by name, which leads to all about them, or a thing, with the person whom it is of. */
function Subject({ line }: { line: AuditLine }) {
  const person = personBehind(line);
  const link = person !== null && line.whom !== null && (
    <Link to={auditAddress({ whom: line.whom.s_id })}>{person.name}</Link>
  );
  if (person?.as === 'subject') return <> {link}</>;
  return (
    <>
      {line.subject !== '' && (
        <>
          {' '}
          <span className={styles['subject']}>{line.subject}</span>
        </>
      )}
      {link !== false && (
        <>
          <span> of </span>
          {link}
        </>
      )}
    </>
  );
}

/** What changed: few words at a glance, more of them folded. */
function Changes({ changes }: Pick<AuditLine, 'changes'>) {
  if (changes.length === 0) return null;
  const words = changes.map(changeWords);
  const list = (
    <ul className={styles['changes']}>
      {words.map((text, index) => (
        <li key={changes[index]?.what}>{text}</li>
      ))}
    </ul>
  );
  if (words.join('').length <= shortWords) return list;
  return (
    <details>
      <summary className={styles['summary']}>
        {changes.length === 1 ? '1 change' : `${changes.length} changes`}
      </summary>
      {list}
    </details>
  );
}

function Line({ line }: { line: AuditLine }) {
  const zone = useZone();
  const { at, who, words, changes, network, kind } = line;
  return (
    <li className={styles['line']}>
      <div className={styles['facts']}>
        <time dateTime={at}>{formatInstant(Date.parse(at), zone)}</time>
        <span className={styles['kind']}>{kind === null ? 'Other' : auditKinds[kind]}</span>
      </div>
      <div className={styles['told']}>
        <p>
          {who === null ? (
            <strong>{actorName(line)}</strong>
          ) : (
            <Link to={auditAddress({ who: who.s_id })} className={styles['who']}>
              {actorName(line)}
            </Link>
          )}
          <span>{` ${words}`}</span>
          <Subject line={line} />
          {network !== null && <span className={styles['network']}>{` from ${network}`}</span>}
        </p>
        <Changes changes={changes} />
      </div>
    </li>
  );
}

/** Lines of the audit log as sentences, newest first; each name leads to what else there is of it. */
export function AuditList({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <ol aria-label="Entries" className={styles['lines']}>
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  );
}
