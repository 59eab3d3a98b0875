import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { OfficeOnly } from '../features/frame/office-only.tsx';
import { StaffOnly } from '../features/frame/staff-only.tsx';
import type { Deferred, Result } from '../lib/calls/deferred.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { ListSkeleton, Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

/** A staff screen whose heading comes with its data; `title` until then. */
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
  /** null without permission: for students, and for mentors on office screens. */
  page: Deferred<Result<T>> | null;
  className: string | undefined;
  title: string;
  /** Shown above the reason of a load error. */
  failure: string;
  /** Heights in CSS units, or how many rows. */
  skeleton: readonly (string | number)[];
  isOffice?: boolean;
  children: (page: T) => ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const head = <ScreenHead title={title} />;
  const waiting = (
    <>
      {head}
      {skeleton.map((one, index) =>
        typeof one === 'number' ? (
          <ListSkeleton key={index} rows={one} />
        ) : (
          <Skeleton key={index} height={one} />
        ),
      )}
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
