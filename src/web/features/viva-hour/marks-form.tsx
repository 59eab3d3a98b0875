import type { BankQuestion } from '#contract/examiners/question-calls';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { hourLimits, pointsProblemOf, typedMarks } from '#contract/viva-hour/hour';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { vivaPaperDraft } from '../../lib/stored-names/staff.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitsNotice } from '../accounts/waits-notice.tsx';
import { AskedQuestions } from './asked-questions.tsx';
import { bodyOf, parsePaper, withoutItem, type TypedPaper } from './typed-paper.ts';
import { useGiveMarks } from './use-give-marks.ts';
import styles from './viva-hour.module.css';

type Props = {
  hour: VivaHour;
  account: string;
  address: string;
  onGiven: (hour: VivaHour | undefined) => void;
  bank: readonly BankQuestion[];
};

function Incidents({ typed, change }: { typed: TypedPaper; change: (part: Partial<TypedPaper>) => void }) {
  const { incidents, noting } = typed;
  const add = () => {
    const text = noting.trim();
    if (text === '' || incidents.length >= hourLimits.incidents) return;
    change({ incidents: [...incidents, { at: new Date().toISOString(), text }], noting: '' });
  };
  return (
    <details className={styles['fold']} open={incidents.length > 0 || noting !== ''}>
      <summary>Incidents</summary>
      <Stack gap={3}>
        <ul className={styles['asked']}>
          {incidents.map(({ at, text }, index) => (
            <li key={`${index} ${text}`}>
              <span>
                {at !== null && <Time value={at} />}
                <span>{` ${text}`}</span>
              </span>
              <Button
                variant="quiet"
                small
                aria-label={`Remove incident ${index + 1}`}
                onClick={() => change({ incidents: withoutItem(incidents, index) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
        <TextField
          label="Incident"
          hint="For example: the connection was lost for two minutes."
          value={noting}
          maxLength={hourLimits.incident}
          autoComplete="off"
          onChange={({ target }) => change({ noting: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Row>
          <Button variant="secondary" small onClick={add}>
            Note the incident
          </Button>
        </Row>
      </Stack>
    </details>
  );
}

const markedWords = (marks: number | null): string =>
  marks === null ? 'Points for each line make the marks.' : `${marks} out of 100`;

/** One examiner's own marks: on this device until they are given, and then in the outbox until they arrive. */
export function MarksForm({ hour, account, address, bank, onGiven }: Props) {
  const { lines, own, student } = hour;
  const key = vivaPaperDraft(account, student.s_id);
  const [text, setText] = useDraft(key);
  const typed = parsePaper(text, own);
  const change = (part: Partial<TypedPaper>) => setText(JSON.stringify({ ...typed, ...part }));
  const given = useGiveMarks(hour, { address, onGiven });
  const form = useForm({
    keepsFields: true,
    isReady: () => refuseInvalid(pointsProblemOf(typed, lines)),
    send: () => {
      const draft = text === '' ? JSON.stringify(typed) : text;
      return given.give(bodyOf(typed, lines), { [key]: draft });
    },
  });
  const { waiting, failure, conflict } = given;
  if (waiting !== null)
    return waiting.failure === null ? (
      <Small role="status">Sending your marks…</Small>
    ) : (
      <WaitsNotice failure={waiting.failure} isKept={given.isKept} what="mark">
        <Button variant="secondary" small onClick={given.takeBack}>
          Go on marking
        </Button>
      </WaitsNotice>
    );
  if (conflict !== null)
    return (
      <ConflictNotice
        title="You have given other marks on another device. These are not given yet."
        theirsLabel="Given"
        theirs={markedWords(conflict.current.own?.marks ?? null)}
        mineLabel="On this device"
        mine={markedWords(typedMarks(typed, lines))}
        onSendMine={conflict.sendMine}
        onKeepTheirs={conflict.keepTheirs}
      />
    );
  const marks = typedMarks(typed, lines);
  return (
    <Form form={form} autoComplete="off" data-needs-script>
      <Stack gap={4}>
        {failure !== null && (
          <Notice tone="error" title={failure.message}>
            <p>Nothing was sent. All that you typed is still here.</p>
          </Notice>
        )}
        <section aria-labelledby="viva-points">
          <h3 id="viva-points">Points</h3>
          <div className={styles['points']}>
            {lines.map(({ id, text: label, most, optional }) => (
              <TextField
                key={id}
                label={`${label} (${most < 0 ? `${most} to 0` : `0 to ${most}`}${optional ? ', optional' : ''})`}
                name={`points ${id}`}
                inputMode="decimal"
                value={typed.points[id] ?? ''}
                error={form.errorAt(`points ${id}`)}
                onChange={({ target }) => change({ points: { ...typed.points, [id]: target.value } })}
              />
            ))}
          </div>
        </section>
        <AskedQuestions
          asking={typed.asking}
          step={typed.askingStep}
          bank={bank}
          questions={typed.questions}
          onAsking={(asking, askingStep) => change({ asking, askingStep })}
          onAsked={(questions) => change({ questions, asking: '' })}
          onChange={(questions) => change({ questions })}
        />
        <Incidents typed={typed} change={change} />
        <TextArea
          label="Your words"
          hint="The other examiners read them after all have given marks."
          rows={3}
          maxLength={hourLimits.words}
          value={typed.words}
          onChange={({ target }) => change({ words: target.value })}
        />
        <div className={styles['give']}>
          <strong>{markedWords(marks)}</strong>
          <Button type="submit" busy={form.isBusy}>
            {own === null ? 'Give my marks' : 'Give corrected marks'}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
