import { useState } from 'react';
import type { Brief } from '#contract/projects/brief-calls';
import { limits } from '#contract/limits';
import { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ChangeForm } from '../../../ui/change-form.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FoldSummary, Small, Stack } from '../../../ui/layout.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import styles from './work.module.css';
import { briefDraft } from '../../../lib/stored-names/staff.ts';

export function BriefForm({ p_id, userId, stored }: { p_id: string; userId: string; stored: Brief }) {
  const { task } = stored;
  const [brief, setBrief] = useState(stored);
  const label = `Instructions for ${taskLabel(task)}`;
  const form = useChangeForm<Brief>({
    formName: 'brief',
    target: { task },
    revalidates: false,
    changes: {
      stored: { text: brief.text },
      labels: { text: label },
      shown: ({ text }: Brief) => ({ text }),
      draft: { key: briefDraft(userId, p_id, task), field: 'text' },
    },
    onDone: setBrief,
  });
  const isOpen = form.refused !== undefined || form.conflict !== undefined;
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
      <details className={styles['edit']} open={isOpen}>
        <FoldSummary>{brief.text === '' ? 'Write instructions' : 'Edit instructions'}</FoldSummary>
        <ChangeForm form={form} button="Save instructions" className={styles['briefForm']}>
          <TextArea
            label={label}
            rows={8}
            maxLength={limits.brief}
            hint="Markdown: *emphasis*, lists, [links](https://…), `code`."
            {...form.field('text')}
          />
        </ChangeForm>
      </details>
    </Stack>
  );
}
