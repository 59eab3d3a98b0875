import { useRef, useState, type ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { useSite } from '../../lib/page/site.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { BatchBoxes } from './batch-boxes.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FoldSummary, Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day, Time, useZone } from '../../ui/time.tsx';
import { AnnouncedDay } from './pinned-announcements.tsx';
import styles from './announcements.module.css';
import { dateIn, localTimeIn } from '../../lib/date-in.ts';
import {
  announcementDraft,
  newAnnouncementDraft,
  plannedAnnouncementDraft,
} from '../../lib/stored-names/staff.ts';

/** Until it is unpinned. */
const usualMs = 7 * dayMs;

type Typed = ReturnType<typeof useActionForm>;

function TextAndDay({
  form,
  text,
  onType,
  day,
  about = '',
  effect,
}: {
  form: Typed;
  text: string;
  onType: (text: string) => void;
  /** YYYY-MM-DD, until another one is chosen. */
  day: string;
  /** The day that it is about; '' for none. */
  about?: string | undefined;
  effect: string;
}) {
  const now = useFirstServerNow(0);
  const zone = useZone();
  const [chosen, setUntil] = useState<string | null>(null);
  return (
    <>
      <TextArea
        label="Announcement"
        name="text"
        rows={4}
        maxLength={limits.announcement}
        readOnly={form.isBusy}
        value={text}
        hint={
          <>
            <span>{`${effect} `}</span>
            <span>
              <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
              <code>[link](https://…)</code>
            </span>
          </>
        }
        error={form.errorAt('text')}
        onChange={({ target }) => onType(target.value)}
      />
      <TextField
        label="Pinned until the end of"
        name="until"
        type="date"
        required
        min={dateIn(zone.name, now)}
        value={chosen ?? form.values?.['until'] ?? day}
        error={form.errorAt('until')}
        onChange={({ target }) => setUntil(target.value)}
      />
      <TextField
        label="Date of the event"
        {...form.field('day', about)}
        type="date"
        hint="Optional, for example of a workshop. It appears in calendars."
      />
    </>
  );
}

function AnnouncementForm({ batch, user, onSent }: { batch: string; user: CurrentUser; onSent: () => void }) {
  const now = useFirstServerNow(0);
  const zone = useZone();
  const [usual] = useState(() => dateIn(zone.name, now + usualMs));
  const form = useActionForm({
    act: 'announce',
    keepsFields: true,
    onDone() {
      setText('');
      onSent();
    },
  });
  const { values } = form;
  const [text, setText] = useDraft(newAnnouncementDraft(user.account, batch), values?.['text'] ?? '');
  const { sendsMail } = useSite();
  const others = user.batches.filter((name) => name !== batch);
  return (
    <details open={values !== undefined}>
      <FoldSummary>Announce something to this batch</FoldSummary>
      <ActionForm form={form} button="Announce it" variant="primary" className={styles['form']}>
        <TextAndDay
          form={form}
          text={text}
          onType={setText}
          day={usual}
          effect={`Students see it on both dashboards until they dismiss it, and in the forum while it is pinned. ${
            sendsMail ? 'They get an email.' : 'This portal cannot send email.'
          }`}
        />
        <TextField
          label="Publish at"
          name="publish_at"
          type="datetime-local"
          hint="Leave it empty to publish now."
          defaultValue={values?.['publish_at']}
          error={form.errorAt('publish_at')}
        />
        {others.length > 0 && (
          <BatchBoxes
            legend="Also announce it to"
            batches={others}
            values={values ?? {}}
            hint="Each batch gets its own announcement."
          />
        )}
      </ActionForm>
    </details>
  );
}

function EditForm({
  of,
  user,
  onDone,
}: {
  of: SentAnnouncement | PlannedAnnouncement;
  user: CurrentUser;
  onDone: () => void;
}) {
  const zone = useZone();
  const isPlanned = 'publish_at' in of;
  const plannedFor = isPlanned ? localTimeIn(zone.name, Date.parse(of.publish_at)) : '';
  const form = useActionForm({
    act: isPlanned ? 'edit-planned' : 'edit-announcement',
    of: { announcement: of.id },
    hidden: { original: of.text, ...(isPlanned && { planned_for: plannedFor }) },
    keepsFields: true,
    onDone() {
      setText('');
      onDone();
    },
  });
  const draftKey = (isPlanned ? plannedAnnouncementDraft : announcementDraft)(user.account, of.id);
  const [text, setText] = useDraft(draftKey, form.values?.['text'] ?? of.text);
  return (
    <details open={form.values !== undefined}>
      <FoldSummary>Edit</FoldSummary>
      <ActionForm form={form} button="Save the announcement" className={styles['form']}>
        <TextAndDay
          form={form}
          text={text}
          onType={setText}
          day={dateIn(zone.name, Date.parse(of.pinned_until))}
          about={of.day}
          effect={
            isPlanned
              ? 'It is published at the planned time.'
              : 'Students who have already seen it get one notice about the new text.'
          }
        />
        {isPlanned && (
          <TextField
            label="Publish at"
            {...form.field('publish_at', plannedFor)}
            type="datetime-local"
            required
          />
        )}
      </ActionForm>
    </details>
  );
}

function RemoveForm({ of, onDone }: { of: SentAnnouncement | PlannedAnnouncement; onDone: () => void }) {
  const [act, button] =
    'publish_at' in of ? ['cancel-announcement', 'Cancel'] : ['withdraw-announcement', 'Withdraw'];
  const form = useActionForm({ act, of: { announcement: of.id }, onDone });
  const label = `${button}: ${of.text.slice(0, 40)}`;
  return <ActionForm form={form} button={button} variant="quiet" small label={label} />;
}

function AnnouncementCard({
  of,
  time,
  seen,
  user,
  onDone,
}: {
  of: SentAnnouncement | PlannedAnnouncement;
  time: ReactNode;
  seen?: string;
  user: CurrentUser;
  onDone: () => void;
}) {
  const [saves, setSaves] = useState(0);
  return (
    <li>
      <Card className={styles['announcement']}>
        <Small>
          <span>{`${of.author}, `}</span>
          {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
          {time}
        </Small>
        <div className={styles['text']}>
          <Markdown text={of.text} html={of.text_html} />
        </div>
        <Row className={styles['foot']}>
          <Small>
            <AnnouncedDay day={of.day} />
            <span>Pinned until </span>
            <Day value={of.pinned_until} />
            {seen !== undefined && <span>{seen}</span>}
          </Small>
          <RemoveForm of={of} onDone={onDone} />
        </Row>
        <EditForm
          key={[saves, of.text, of.pinned_until, of.day, 'publish_at' in of && of.publish_at].join(' ')}
          of={of}
          user={user}
          onDone={() => {
            setSaves(saves + 1);
            onDone();
          }}
        />
      </Card>
    </li>
  );
}

export function SentAnnouncements({
  batch,
  user,
  announcements,
  planned,
}: {
  batch: string;
  user: CurrentUser;
  announcements: readonly SentAnnouncement[];
  planned: readonly PlannedAnnouncement[];
}) {
  const head = useRef<HTMLHeadingElement>(null);
  // The button that was clicked may be gone.
  const focus = () => head.current?.focus();
  const [sentCount, setSentCount] = useState(0);
  return (
    <Stack as="section" aria-labelledby="announcements-head">
      <h2 id="announcements-head" ref={head} tabIndex={-1}>
        Announcements
      </h2>
      {announcements.length > 0 && (
        <Stack as="ul" gap={3}>
          {announcements.map((one) => (
            <AnnouncementCard
              key={one.id}
              of={one}
              time={
                <>
                  <TimeAgo value={one.created_at} />
                  {one.edited && <span>, edited</span>}
                </>
              }
              seen={`. Seen by ${one.seen_by} of ${one.told}.`}
              user={user}
              onDone={focus}
            />
          ))}
        </Stack>
      )}
      {planned.length > 0 && (
        <Stack as="ul" gap={3} aria-label="Planned">
          {planned.map((one) => (
            <AnnouncementCard
              key={one.id}
              of={one}
              time={
                <>
                  <span>planned for </span>
                  <Time value={one.publish_at} />
                </>
              }
              user={user}
              onDone={focus}
            />
          ))}
        </Stack>
      )}
      {/* The next one starts without the dates of this one. */}
      <AnnouncementForm
        key={sentCount}
        batch={batch}
        user={user}
        onSent={() => {
          setSentCount(sentCount + 1);
          focus();
        }}
      />
    </Stack>
  );
}
