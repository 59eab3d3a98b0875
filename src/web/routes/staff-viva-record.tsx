import { useSearchParams } from 'react-router';
import type { VivaRecords } from '#contract/viva-hour/record-calls';
import { VivaRecordPaper } from '../features/viva-hour/viva-record.tsx';
import { pageMeta } from '../lib/page/page-meta.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

const title = 'Viva record';
export const meta = pageMeta(title);

const load = staffLoad(async (call, { params }) =>
  call('listVivaRecords', { params: { s_id: params['s_id'] ?? '' } }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function Record({ viva }: { viva: VivaRecords }) {
  const [search] = useSearchParams();
  const wanted = search.get('number');
  const record = viva.records.find(({ number }) => number === wanted) ?? viva.records[0];
  if (record !== undefined) return <VivaRecordPaper all={viva} record={record} />;
  return (
    <>
      <ScreenHead title={`Viva record of ${viva.student.s_name}`} />
      <EmptyState title="There is no record yet">
        <p>A record is signed when all who gave marks have confirmed an outcome.</p>
      </EmptyState>
    </>
  );
}

export default function StaffVivaRecord() {
  return (
    <StaffScreen<VivaRecords> title={title} failure="The record could not be loaded" skeleton={['8rem', 6]}>
      {(of) => <Record viva={of} />}
    </StaffScreen>
  );
}
