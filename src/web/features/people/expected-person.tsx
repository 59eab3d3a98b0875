import { Link } from 'react-router';
import type { ExpectedDetails } from '#contract/people/expected-calls';
import { importAddress, isLive } from '#contract/people/import-fields';
import { invitationWords } from '#contract/people/statuses';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { useSite } from '../../lib/page/site.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Fact } from '../../ui/fact.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';
import { InviteButtons, InviteResult } from './invitations/invite-buttons.tsx';
import { useInviting } from './invitations/use-inviting.ts';
import styles from './person-actions.module.css';
import { NameAndPhone, ScoreAndGrade } from './person-fields.tsx';

type Of = { person: ExpectedDetails };

/** As stored, or as a conflict has it: in texts. */
type Stored = Record<'name' | 'phone' | 'batch' | 'grade', string | null> & {
  exit_score: number | string | null;
};

const shown = ({ name, phone, batch, exit_score, grade }: Stored): Fields => ({
  name: name ?? '',
  phone: phone ?? '',
  batch: batch ?? '',
  exit_score: String(exit_score ?? ''),
  grade: grade ?? '',
});

const labels = {
  name: 'Name',
  phone: 'Phone Number',
  batch: 'Batch',
  exit_score: 'Exit score',
  grade: 'Grade',
};

export const readExpectedFields = (fields: Fields) =>
  changedBody(fields, ({ name = '', phone = '', batch = '', exit_score = '', grade = '' }) => ({
    name: name.trim(),
    phone: phone.trim(),
    batch,
    exit_score: exit_score.trim(),
    grade: grade.trim(),
  }));

/** What an import has stored; what is emptied is not known any more. */
export function CorrectExpected({ person }: Of) {
  const form = useChangeForm({ changes: { stored: shown(person), labels, shown } });
  const { batch, places } = person;
  const batches = batch === null || places.includes(batch) ? places : [batch, ...places];
  return (
    <ChangeForm form={form} button="Correct the details" variant="primary" narrow>
      <NameAndPhone form={form} />
      <SelectField label="Batch" {...form.field('batch')}>
        <option value="">No batch</option>
        {batches.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <ScoreAndGrade form={form} />
    </ChangeForm>
  );
}

export function ExpectedInvitation({ person }: Of) {
  const { s_id, invitation, makes_links } = person;
  const { sendsMail } = useSite();
  const live = isLive(invitation) ? [person] : [];
  const whom = { batch: null, emails: [s_id] };
  const inviting = useInviting({ whom, emails: [s_id], live, onDone: () => {} });
  return (
    <Stack gap={3} data-needs-script>
      <InviteButtons
        inviting={inviting}
        count={1}
        selected={1}
        live={live.length}
        makesLinks={makes_links}
        sendsMail={sendsMail}
      />
      <InviteResult inviting={inviting} />
    </Stack>
  );
}

export function ExpectedFacts({ person }: { person: ExpectedDetails }) {
  const {
    s_id,
    name,
    invitation,
    awaits_print,
    invited_at,
    expires_at,
    imported_at,
    intake: peopleImport,
  } = person;
  return (
    <dl className={styles['facts']}>
      <Fact name="Invitation">
        <span>{awaits_print ? 'Made, not printed' : invitationWords[invitation]}</span>
        {invited_at !== null && (
          <>
            {' '}
            <TimeAgo value={invited_at} />
          </>
        )}
      </Fact>
      {isLive(invitation) && expires_at !== null && (
        <Fact name="Expires">
          <TimeAgo value={expires_at} />
        </Fact>
      )}
      <Fact name="Imported">
        <TimeAgo value={imported_at} />
        {peopleImport !== null && (
          <>
            <span> from </span>
            <Link to={importAddress(peopleImport.id)}>{peopleImport.file}</Link>
          </>
        )}
      </Fact>
      {person.whatsapp !== undefined && (
        <Fact name="WhatsApp">
          <WhatsAppLink href={person.whatsapp} name={name ?? s_id} />
        </Fact>
      )}
    </dl>
  );
}
