import { useState } from 'react';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { parts, weekTasks, type Part } from '#contract/results/rule';
import type { BatchRule } from '#contract/results/rule-calls';
import { ruleSentences } from '#contract/results/sentences';
import { call, errorMessage, type BodyOf } from '../../lib/calls/client.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { resultRuleDraft } from '../../lib/stored-names/staff.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import cards from '../../ui/form-cards.module.css';
import styles from './rule.module.css';
import { minimumField, ruleFields, ruleIn, ruleProblems, sumOfWeights, weightField } from './rule-fields.ts';
import { partLabel } from './result-words.ts';
import { RuleSentences } from './rule-sentences.tsx';

type Form = ReturnType<typeof useChangeForm>;

/** Without a script everything is checked by the server. */
export function readRuleForm(fields: Fields): BodyOf<'setResultRule'> {
  refuseInvalid(ruleProblems(fields) as Parameters<typeof refuseInvalid>[0]);
  return changedBody(fields, (typed) => ({ ...ruleIn(typed), reason: typed['reason']?.trim() ?? '' }));
}

/** A reason is of one change. */
const shown = ({ rule }: BatchRule): Fields => ({ ...ruleFields(rule), reason: '' });

const bestWords: Readonly<Record<string, string>> = {
  '': 'All four weeks',
  '3': 'The best three',
  '2': 'The best two',
  '1': 'The best one',
};
const lateWords: Readonly<Record<string, string>> = {
  '': 'Nothing',
  day: 'Marks each day',
  once: 'Marks once',
};
const decimalWords: Readonly<Record<string, string>> = {
  '0': 'A whole number',
  '1': 'One decimal',
  '2': 'Two decimals',
};

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tasks.map((task) => [weightField(task), `Weight of ${taskLabel(task)}`])),
  ...Object.fromEntries(parts.map((part) => [minimumField(part), `Minimum of ${partLabel(part)}`])),
  best_weeks: 'Weeks that count',
  pass_mark: 'Pass mark',
  late: 'Late work loses',
  late_points: 'Marks',
  late_most: 'At most',
  decimals: 'Rounded to',
  grades: 'Grades',
  reason: 'Reason',
};

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  best_weeks: bestWords,
  late: lateWords,
  decimals: decimalWords,
};

const rows: readonly Part[] = [...weekTasks, 'weeks', 'final', 'viva'];

function PartFields({ part, form }: { part: Part; form: Form }) {
  const number = { type: 'number', min: 0, max: limits.marksMax, inputMode: 'numeric' } as const;
  return (
    <fieldset className={cards['row']}>
      <legend>{partLabel(part)}</legend>
      {part !== 'weeks' && <TextField label="Weight" {...form.field(weightField(part))} {...number} />}
      <div className={styles['minimum']}>
        <TextField label="Minimum" {...form.field(minimumField(part))} {...number} />
      </div>
    </fieldset>
  );
}

function Choice({ name, form }: { name: keyof typeof choices & string; form: Form }) {
  return (
    <SelectField label={labels[name]} {...form.field(name)}>
      {Object.entries(choices[name] ?? {}).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

function Weights({ form }: { form: Form }) {
  const sum = sumOfWeights(form.values);
  return (
    <fieldset className={cards['card']}>
      <legend>Weights and minimums</legend>
      {rows.map((part) => (
        <PartFields key={part} part={part} form={form} />
      ))}
      <p className={styles['sum']} data-wrong={(sum !== null && sum !== limits.marksMax) || undefined}>
        {sum === null ? 'No weights: all tasks count the same.' : `Weights together: ${sum} of 100`}
      </p>
    </fieldset>
  );
}

function Knobs({ form }: { form: Form }) {
  const late = form.values['late'];
  return (
    <fieldset className={cards['card']}>
      <legend>Result</legend>
      <div className={cards['pair']}>
        <TextField
          label="Pass mark"
          {...form.field('pass_mark')}
          type="number"
          min={1}
          max={limits.marksMax}
          inputMode="numeric"
        />
        <Choice name="best_weeks" form={form} />
        <Choice name="decimals" form={form} />
        <Choice name="late" form={form} />
        {late !== '' && (
          <TextField
            label="Marks"
            {...form.field('late_points')}
            type="number"
            min={0.1}
            max={limits.marksMax}
            step={0.1}
            inputMode="decimal"
          />
        )}
        {late === 'day' && (
          <TextField
            label="At most"
            {...form.field('late_most')}
            type="number"
            min={0.1}
            max={limits.marksMax}
            step={0.1}
            inputMode="decimal"
          />
        )}
      </div>
      <TextArea
        label="Grades"
        rows={3}
        {...form.field('grades')}
        hint="One grade on each line, with the lowest result for it: 80 Distinction"
      />
    </fieldset>
  );
}

/** Fills the form; nothing is saved yet. */
function CopyRule({ copies, onCopy }: { copies: readonly string[]; onCopy: (fields: Fields) => void }) {
  const [batch, setBatch] = useState(copies[0] ?? '');
  const [outcome, setOutcome] = useState<{ failure: string } | 'copied' | 'busy' | null>(null);
  const copy = async (): Promise<void> => {
    setOutcome('busy');
    try {
      const { rule } = await call('readResultRule', { params: { batch } });
      onCopy(ruleFields(rule));
      setOutcome('copied');
    } catch (error) {
      setOutcome({ failure: errorMessage(error) });
    }
  };
  if (copies.length === 0) return null;
  return (
    <div className={cards['line']}>
      <SelectField
        label="Copy the rule of another batch"
        value={batch}
        onChange={({ target }) => setBatch(target.value)}
      >
        {copies.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Button variant="secondary" busy={outcome === 'busy'} onClick={() => void copy()}>
        Copy
      </Button>
      <div role="status">
        {outcome === 'copied' && <Small>{`The rule of ${batch} is in the form. Save it to use it.`}</Small>}
        {outcome !== null && typeof outcome === 'object' && <Notice tone="error">{outcome.failure}</Notice>}
      </div>
    </div>
  );
}

/** As students will read it, while it is typed. */
function Preview({ fields, isChanged }: { fields: Fields; isChanged: boolean }) {
  const [first] = ruleProblems(fields);
  return (
    <Stack as="section" gap={2} aria-labelledby="rule-words">
      <h2 id="rule-words">{isChanged ? 'As students will read it' : 'As students read it'}</h2>
      {first === undefined ? (
        <RuleSentences sentences={ruleSentences(ruleIn(fields))} />
      ) : (
        <p>{`The rule cannot be used yet. ${first.message}`}</p>
      )}
    </Stack>
  );
}

export function RuleForm({ account, stored }: { account: string; stored: BatchRule }) {
  const form = useChangeForm({
    formName: 'rule',
    changes: {
      stored: shown(stored),
      labels,
      shown,
      words: (name, value) => choices[name]?.[value] ?? value,
      draft: { key: resultRuleDraft(account, stored.batch) },
    },
  });
  return (
    <ChangeForm form={form} button="Save the rule" variant="primary" buttons="bottom-bar" noValidate>
      <div className={`${cards['columns']} ${styles['form']}`}>
        <Weights form={form} />
        <Stack>
          <Knobs form={form} />
          <CopyRule
            copies={stored.copies}
            onCopy={(fields) => Object.entries(fields).forEach(([name, value]) => form.set(name, value))}
          />
        </Stack>
        <div className={styles['preview']}>
          <TextArea
            label="Reason for the change"
            {...form.field('reason')}
            rows={2}
            required={stored.needs_reason}
            maxLength={limits.reason}
            hint={
              stored.needs_reason
                ? 'Students of this batch have marks. Each is told that the rule has changed, and reads this reason.'
                : 'Students read it beside the rule.'
            }
          />
          <Preview fields={form.values} isChanged={form.isChanged} />
        </div>
      </div>
    </ChangeForm>
  );
}
