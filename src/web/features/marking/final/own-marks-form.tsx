import { useRef, useState, type KeyboardEvent } from 'react';
import type { FinalMarks } from '#contract/viva-hour/final-calls';
import { hourLimits, pointsProblemOf, typedMarks, typedPoints } from '#contract/viva-hour/hour';
import { call } from '../../../lib/calls/client.ts';
import { refuseInvalid } from '../../../lib/forms/form-action.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useKeyShortcuts } from '../../../lib/use-key-shortcuts.ts';
import { finalMarksDraft } from '../../../lib/stored-names/staff.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { useGoOnKeys } from '../desk/key-help.tsx';
import styles from './final.module.css';

type Opinion = { points: { line: string; points: number }[]; words: string };
/** `began`: what the page showed when it was begun. */
type Typed = { points: Readonly<Record<string, string>>; words: string; began: Opinion };

function beginTyped(own: FinalMarks['own']): Typed {
  const began = { points: own?.points ?? [], words: own?.words ?? '' };
  return {
    points: Object.fromEntries(began.points.map(({ line, points }) => [line, String(points)])),
    words: began.words,
    began,
  };
}

/** A draft of another version of the portal may be broken: then it begins again. */
function parseTyped(text: string, own: FinalMarks['own']): Typed {
  try {
    return { ...beginTyped(own), ...(text === '' ? {} : (JSON.parse(text) as Partial<Typed>)) };
  } catch {
    return beginTyped(own);
  }
}

const rangeOf = ({ most, optional }: FinalMarks['lines'][number]) =>
  `${most < 0 ? `${most} to 0` : `0 to ${most}`}${optional ? ', optional' : ''}`;

/** What is typed is a draft of the device until it is given. */
export function OwnMarksForm({
  final,
  account,
  onLeave,
  onGiven,
}: {
  final: FinalMarks;
  account: string;
  /** Escape in a field. */
  onLeave: () => void;
  onGiven: (final: FinalMarks) => void;
}) {
  const { number, lines, own } = final;
  const [text, setText] = useDraft(finalMarksDraft(account, number));
  const typed = parseTyped(text, own);
  const change = (part: Partial<Typed>) => setText(JSON.stringify({ ...typed, ...part }));
  const form = useForm<FinalMarks>({
    name: 'own-marks',
    target: { number },
    keepsFields: true,
    isReady: () => refuseInvalid(pointsProblemOf(typed, lines)),
    send: ({ key }) =>
      call('giveFinalMarks', {
        params: { id: number },
        body: { points: typedPoints(typed, lines), words: typed.words, began: typed.began },
        idempotencyKey: key,
      }),
    onDone(given) {
      setText('');
      onGiven(given);
    },
    onRefused: ({ current }) => current !== undefined && onGiven(current as FinalMarks),
  });
  const marks = typedMarks(typed, lines);
  // As in the ordinary form of the desk.
  const first = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  const [shortcuts] = useState(() => ({
    m() {
      first.current?.focus();
      first.current?.select();
    },
    c: () => words.current?.focus(),
  }));
  useKeyShortcuts(shortcuts);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
  };
  // Enter in a field of points would give marks before the words are typed.
  const onPointsKey = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    onKeyDown(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
    if (event.key !== 'Enter' || !isPlain) return;
    event.preventDefault();
    const next = lines[index + 1];
    const field =
      next === undefined ? null : event.currentTarget.form?.elements.namedItem(`points ${next.id}`);
    (field instanceof HTMLElement ? field : words.current)?.focus();
  };
  useGoOnKeys(null, () => {
    // The office may be closing the marks in a form beside it.
    if (document.activeElement?.closest('form') === first.current?.form) form.submit();
  });
  return (
    <ActionForm
      form={form}
      button={own === null ? 'Give my marks' : 'Give corrected marks'}
      variant="primary"
      autoComplete="off"
      noValidate
      data-needs-script
      further={marks !== null && lines.length > 1 && <strong>{`${marks} out of 100`}</strong>}
    >
      <div className={styles['points']}>
        {lines.map((line, index) => (
          <TextField
            key={line.id}
            ref={index === 0 ? first : undefined}
            label={`${line.text} (${rangeOf(line)})`}
            name={`points ${line.id}`}
            inputMode="decimal"
            readOnly={form.isBusy}
            value={typed.points[line.id] ?? ''}
            error={form.errorAt(`points ${line.id}`)}
            onKeyDown={(event) => onPointsKey(event, index)}
            onChange={({ target }) => change({ points: { ...typed.points, [line.id]: target.value } })}
          />
        ))}
      </div>
      <TextArea
        ref={words}
        label="Your words"
        hint="The other marker reads them after both have given marks. The student does not."
        name="words"
        rows={4}
        maxLength={hourLimits.words}
        readOnly={form.isBusy}
        value={typed.words}
        onKeyDown={onKeyDown}
        onChange={({ target }) => change({ words: target.value })}
      />
    </ActionForm>
  );
}
