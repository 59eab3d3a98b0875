import { Link } from 'react-router';
import type { ListedCourse } from '#contract/catalogue/calls';
import { addAddress, catalogueAddress, filesAddress } from '#contract/catalogue/catalogue-view';
import { paths } from '#contract/paths';
import { CourseTables } from '../features/catalogue/course-tables.tsx';
import { ImportZip } from '../features/catalogue/import-zip.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Catalogue');

type Page = { courses: readonly ListedCourse[]; next: string | null; isFirst: boolean };

async function readPage(call: Call, after: string | null): Promise<Page> {
  const page = await call('listCatalogue', after === null ? {} : { query: { after } });
  return { ...page, isFirst: after === null };
}

const load = officeLoad((call, { search }) => readPage(call, search.get('after')));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function Catalogue({ courses, next, isFirst }: Page) {
  return (
    <>
      <OfficeHead title="Catalogue">
        <ButtonLink small to={addAddress('course')}>
          Add a course
        </ButtonLink>
        <ButtonLink small variant="secondary" to={filesAddress()}>
          Pictures and documents
        </ButtonLink>
      </OfficeHead>
      {courses.length === 0 && (
        <EmptyState title={isFirst ? 'There is no course yet' : 'There are no more courses'}>
          <p>
            {isFirst ? (
              'Add a course first, then its batches and projects.'
            ) : (
              <Link to={catalogueAddress()}>Back to the first courses</Link>
            )}
          </p>
        </EmptyState>
      )}
      {courses.map((course) => (
        <CourseTables key={course.name} course={course} isNamed />
      ))}
      {next !== null && (
        <p>
          <Link to={catalogueAddress(next)}>More courses</Link>
        </p>
      )}
      <Row>
        <ButtonLink small variant="secondary" to={paths.exportCatalogue.path} reloadDocument download>
          Download the catalogue
        </ButtonLink>
      </Row>
      <ImportZip />
    </>
  );
}

export default function StaffCatalogue() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Catalogue"
      failure="The catalogue could not be loaded"
      skeleton={['18rem', '18rem']}
    >
      {(loaded) => <Catalogue {...loaded} />}
    </StaffScreen>
  );
}
