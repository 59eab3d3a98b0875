import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { catalogueAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { EntryButtons } from '../features/catalogue/entry-buttons.tsx';
import type { Entry, EntryKind } from '../features/catalogue/entry-fields.ts';
import { EntryOf } from '../features/catalogue/entry-of.tsx';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';

const words = {
  course: { title: 'Course', failure: 'The course could not be loaded', skeleton: ['10rem', 6] },
  batch: { title: 'Batch', failure: 'The batch could not be loaded', skeleton: ['form'] },
  project: { title: 'Project', failure: 'The project could not be loaded', skeleton: ['form'] },
} as const;

const archivedFacts = ({ retired }: Entry) => (retired ? 'archived' : undefined);

/**
 * A course, batch or project in the catalogue: its head, its form, and how it is archived or removed.
 * @param facts beside the heading
 */
export function EntryScreen<Page extends { entry: Entry }>({
  kind,
  facts: factsOf = archivedFacts,
  buttons,
  children,
}: {
  kind: EntryKind;
  facts?: (entry: Page['entry']) => string | undefined;
  buttons: (entry: Page['entry']) => ReactNode;
  children: (page: Page, user: CurrentUser) => ReactNode;
}) {
  return (
    <StaffScreen<Page> isOffice {...words[kind]}>
      {(page, user) => {
        const { entry } = page;
        const facts = factsOf(entry);
        const course = 'course' in entry ? [{ label: entry.course, to: courseAddress(entry.course) }] : [];
        return (
          <EntryOf name={'id' in entry ? entry.id : entry.name}>
            <OfficeHead
              title={entry.name}
              trail={[{ label: 'Catalogue', to: catalogueAddress() }, ...course]}
              {...(facts !== undefined && { facts })}
            >
              {buttons(entry)}
            </OfficeHead>
            {children(page, user)}
            <EntryButtons kind={kind} entry={entry} />
          </EntryOf>
        );
      }}
    </StaffScreen>
  );
}
