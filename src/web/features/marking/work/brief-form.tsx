import { useState } from 'react';
import type { Brief } from '#contract/projects/brief-calls';
import { limits } from '#contract/limits';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FoldSummary, Small, Stack } from '../../../ui/layout.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import styles from './work.module.css';
import { briefDraft } from '../../../lib/stored-names/staff.ts';

export function BriefForm({ p_id, userId, stored }: { p_id: string; userId: string; stored: Brief }) {
  const { task } = stored;
  const [brief, setBrief] = useState(stored);
  // Others may have changed it since.
  const [original, setOriginal] = useState<string | null>(null);
  const form = useActionForm<Brief>({
    act: 'brief',
    of: { task },
    revalidates: false,
    keepsFields: true,
    onDone(saved) {
      setBrief(saved);
      setOriginal(null);
      setTouched(false);
      setTyped('');
    },
    onRefused: ({ current }) => current !== undefined && setOriginal((current as Brief).text),
  });
  const { refused, values } = form;
  const theirs = refused?.current as Brief | undefined;
  const [typed, setTyped] = useDraft(briefDraft(userId, p_id, task), values?.['text'] ?? '');
  const [isTouched, setTouched] = useState(values !== undefined);
  return (
    <Stack
      as="section"
      gap={3}
      id={task}
      className={styles['brief']}
      data-empty={brief.text === '' || undefined}
      aria-labelledby={`${task}-name`}
    >
      <h2 id={`${task}-name`}>{taskLabel(task)}</h2>
      {brief.text === '' ? (
        <Small>No instructions yet.</Small>
      ) : (
        <Markdown text={brief.text} html={brief.html} />
      )}
      <details className={styles['edit']} open={refused !== undefined}>
        <FoldSummary>{brief.text === '' ? 'Write instructions' : 'Edit instructions'}</FoldSummary>
        <ActionForm
          form={form}
          button="Save instructions"
          className={styles['briefForm']}
          conflict={
            theirs !== undefined && (
              <>
                <p>Somebody else has saved this. If you save again, you replace it:</p>
                {theirs.text === '' ? (
                  <p>No instructions.</p>
                ) : (
                  <Markdown text={theirs.text} html={theirs.html} />
                )}
              </>
            )
          }
        >
          <input type="hidden" name="original" value={original ?? theirs?.text ?? brief.text} />
          <TextArea
            label={`Instructions for ${taskLabel(task)}`}
            name="text"
            rows={8}
            maxLength={limits.brief}
            readOnly={form.isBusy}
            value={isTouched || typed !== '' ? typed : brief.text}
            error={form.errorAt('text')}
            hint="Markdown: *emphasis*, lists, [links](https://…), `code`."
            onChange={({ target }) => {
              setTouched(true);
              setTyped(target.value);
            }}
          />
        </ActionForm>
      </details>
    </Stack>
  );
}
