import { Link } from 'react-router';
import type { AuditLine } from '#contract/privacy/audit-calls';
import { auditAddress } from '#contract/privacy/audit-view';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { formatClock, formatFullInstant } from '../../ui/time-format.ts';
import { useZone } from '../../ui/time.tsx';
import styles from './audit.module.css';
import {
  actorName,
  changeWords,
  formatLocalClock,
  groupLines,
  namesInShort,
  personBehind,
  repeatsOf,
  subjectName,
  thingsInShort,
} from './audit-sentence.ts';

/** So many characters of changes are shown in the line. */
const shortWords = 80;

/** A person by name, which leads to all about them, or a thing with its person. */
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
          <span className={styles['strong']}>{subjectName(line.subject)}</span>
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

/** What changed: few words in the line, more of them folded. */
function Changes({ changes }: Pick<AuditLine, 'changes'>) {
  if (changes.length === 0) return null;
  const words = changes.map(changeWords);
  if (words.join('').length <= shortWords)
    return <span className={styles['soft']}>{` (${words.join(', ')})`}</span>;
  return (
    <details className={styles['more']}>
      <summary>{changes.length === 1 ? '1 change' : `${changes.length} changes`}</summary>
      <ul className={styles['changes']}>
        {words.map((text, index) => (
          <li key={changes[index]?.what}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function Instant({ at }: { at: string }) {
  const zone = useZone();
  const now = useFirstServerNow(0);
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={formatFullInstant(ms, zone)} className={styles['soft']}>
      {formatClock(ms, now, zone)}
    </time>
  );
}

/** @param who null for nobody, or several people */
function Actor({ who, name }: Pick<AuditLine, 'who'> & { name: string }) {
  if (who === null) return <strong>{name}</strong>;
  return (
    <Link to={auditAddress({ who: who.s_id })} className={styles['strong']}>
      {name}
    </Link>
  );
}

function Line({ line }: { line: AuditLine }) {
  const { at, who, words, changes, network } = line;
  const zone = useZone();
  const now = useFirstServerNow(0);
  const repeats = repeatsOf(line);
  return (
    <li>
      <Instant at={at} />
      <div>
        <Actor who={who} name={actorName(line)} />
        <span>{` ${words}`}</span>
        <Subject line={line} />
        {repeats !== null && (
          <span>{`: ${repeats.times} times since ${formatLocalClock(repeats.since, now, zone)}`}</span>
        )}
        {network !== null && (
          <span className={styles['soft']}>{`${repeats === null ? '' : ','} from ${network}`}</span>
        )}
        {repeats === null && <Changes changes={changes} />}
      </div>
    </li>
  );
}

/** Equal events as one entry, which opens. @param hasMore older ones are not here, so nothing is counted */
function Group({ lines, hasMore }: { lines: readonly [AuditLine, ...AuditLine[]]; hasMore: boolean }) {
  const [newest] = lines;
  const subjects = lines.map((line) => personBehind(line)?.name ?? subjectName(line.subject)).filter(Boolean);
  const isOf = personBehind(newest)?.as === 'of';
  const areThings = lines.every((line) => personBehind(line) === null);
  const did =
    subjects.length === 0
      ? newest.words
      : hasMore
        ? `${newest.words}${isOf ? ' of' : ''} ${subjects[0]} and others`
        : areThings
          ? thingsInShort(newest.words, subjects)
          : `${newest.words}${isOf ? ' of' : ''} ${namesInShort(subjects)}`;
  return (
    <li>
      <Instant at={newest.at} />
      <div>
        <Actor
          who={lines.every(({ who }) => who?.s_id === newest.who?.s_id) ? newest.who : null}
          name={namesInShort(lines.map(actorName))}
        />
        <span>{` ${did}`}</span>
        <details className={styles['more']}>
          <summary>{`${lines.length}${hasMore ? ' or more' : ''} entries`}</summary>
          <ul className={styles['lines']}>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </details>
      </div>
    </li>
  );
}

/** Newest first; each name leads to what else there is of it. @param hasOlder the last group may go on */
export function AuditList({
  lines,
  most = Infinity,
  hasOlder,
}: {
  lines: readonly AuditLine[];
  most?: number;
  hasOlder: boolean;
}) {
  const groups = groupLines(lines);
  return (
    <ol aria-label="Entries" className={styles['lines']}>
      {groups
        .slice(0, most)
        .map((group, index) =>
          group.length === 1 ? (
            <Line key={group[0].id} line={group[0]} />
          ) : (
            <Group key={group[0].id} lines={group} hasMore={hasOlder && index === groups.length - 1} />
          ),
        )}
    </ol>
  );
}
