import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { StaffOnly } from '../features/frame/staff-only.tsx';
import { OfficeOnly } from '../features/frame/office-only.tsx';
import type { Deferred, Result } from '../lib/calls/deferred.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

/** A screen of staff whose head comes with its data; until then, and where there are none, it stands under `title`. */
export function StaffScreen<T>({
  user,
  page,
  className,
  title,
  failure,
  skeleton,
  isOffice = false,
  children,
}: {
  user: CurrentUser;
  /** Null for whoever is told whose screen it is: students, and on a screen of the office mentors too. */
  page: Deferred<Result<T>> | null;
  className: string | undefined;
  title: string;
  /** What is said above the reason when nothing could be loaded. */
  failure: string;
  /** Heights of what will stand there, in CSS units. */
  skeleton: readonly string[];
  isOffice?: boolean;
  children: (page: T) => ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const head = <ScreenHead title={title} />;
  const waiting = (
    <>
      {head}
      {skeleton.map((height, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </>
  );
  return (
    <PageBody className={className}>
      {page === null ? (
        <>
          {head}
          {isOffice ? <OfficeOnly user={user} /> : <StaffOnly user={user} />}
        </>
      ) : (
        <AwaitData data={page.data} skeleton={waiting}>
          {(result: Result<T>) =>
            'value' in result ? (
              children(result.value)
            ) : (
              <>
                {head}
                <LoadError title={failure} error={result.error} onRetry={() => void revalidate()} />
              </>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
