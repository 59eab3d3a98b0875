import { useRef, useState, type ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { dayMs } from '#contract/durations';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { useSite } from '../../lib/page/site.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { AnnouncementFields, announcementLabels } from './announcement-fields.tsx';
import { EditAnnouncement } from './edit-announcement.tsx';
import { BatchBoxes } from './batch-boxes.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { FoldSummary, Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day, Time, useZone } from '../../ui/time.tsx';
import { AnnouncedDay } from './pinned-announcements.tsx';
import styles from './announcements.module.css';
import { dateIn } from '../../lib/date-in.ts';
import { newAnnouncementDraft } from '../../lib/stored-names/staff.ts';

/** Until it is unpinned. */
const usualMs = 7 * dayMs;

function AnnouncementForm({
  batch,
  user,
  isFirst,
  onSent,
}: {
  batch: string;
  user: CurrentUser;
  /** There is none: the form is what the part is opened for. */
  isFirst: boolean;
  onSent: () => void;
}) {
  const now = useFirstServerNow(0);
  const zone = useZone();
  const [usual] = useState(() => dateIn(zone.name, now + usualMs));
  const form = useActionForm({
    formName: 'announce',
    keepsFields: true,
    onDone() {
      setText('');
      onSent();
    },
  });
  const { values } = form;
  const [until, setUntil] = useState(values?.['until'] ?? usual);
  const [text, setText] = useDraft(newAnnouncementDraft(user.account, batch), values?.['text'] ?? '');
  const { sendsMail } = useSite();
  const others = user.batches.filter((name) => name !== batch);
  return (
    <details open={values !== undefined || isFirst}>
      <FoldSummary>Announce something to this batch</FoldSummary>
      <ActionForm form={form} button="Announce it" variant="primary" className={styles['form']}>
        <AnnouncementFields
          text={{
            name: 'text',
            value: text,
            error: form.errorAt('text'),
            readOnly: form.isBusy,
            onChange: ({ target }) => setText(target.value),
          }}
          until={{
            name: 'until',
            value: until,
            error: form.errorAt('until'),
            readOnly: form.isBusy,
            onChange: ({ target }) => setUntil(target.value),
          }}
          day={{ ...form.field('day'), readOnly: form.isBusy }}
          effect={`Students see it on both dashboards until they dismiss it, and in the forum while it is pinned. ${
            sendsMail ? 'They get an email.' : 'This portal cannot send email.'
          }`}
        />
        <TextField
          label={announcementLabels.publish_at}
          name="publish_at"
          type="datetime-local"
          hint="Leave it empty to publish now."
          defaultValue={values?.['publish_at']}
          readOnly={form.isBusy}
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

function RemoveForm({
  announcement,
  onDone,
}: {
  announcement: SentAnnouncement | PlannedAnnouncement;
  onDone: () => void;
}) {
  const [formName, button] =
    'publish_at' in announcement ? ['cancel-announcement', 'Cancel'] : ['withdraw-announcement', 'Withdraw'];
  const form = useSeenAction({
    formName,
    target: { announcement: announcement.id },
    seen: { text: announcement.text },
    onDone,
  });
  const label = `${button}: ${announcement.text.slice(0, 40)}`;
  return (
    <ActionForm
      form={form}
      button={button}
      variant="quiet"
      small
      label={label}
      conflict={form.changed !== null && <blockquote>{form.changed.text}</blockquote>}
    />
  );
}

function AnnouncementCard({
  announcement,
  time,
  seen,
  user,
  onDone,
}: {
  announcement: SentAnnouncement | PlannedAnnouncement;
  time: ReactNode;
  seen?: string;
  user: CurrentUser;
  onDone: () => void;
}) {
  return (
    <li>
      <Card className={styles['announcement']}>
        <Small>
          <span>{`${announcement.author}, `}</span>
          {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
          {time}
        </Small>
        <div className={styles['text']}>
          <Markdown text={announcement.text} html={announcement.text_html} />
        </div>
        <Row className={styles['foot']}>
          <Small>
            <AnnouncedDay day={announcement.day} />
            <span>Pinned until </span>
            <Day value={announcement.pinned_until} />
            {seen !== undefined && <span>{seen}</span>}
          </Small>
          <RemoveForm announcement={announcement} onDone={onDone} />
        </Row>
        <EditAnnouncement announcement={announcement} user={user} />
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
      {/* The next one starts without the dates of this one. */}
      <AnnouncementForm
        key={sentCount}
        batch={batch}
        user={user}
        isFirst={announcements.length === 0 && planned.length === 0}
        onSent={() => {
          setSentCount(sentCount + 1);
          focus();
        }}
      />
      {announcements.length > 0 && (
        <Stack as="ul" gap={3}>
          {announcements.map((one) => (
            <AnnouncementCard
              key={one.id}
              announcement={one}
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
              announcement={one}
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
    </Stack>
  );
}
