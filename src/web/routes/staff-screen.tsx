import { useId, type ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { CurrentUser, Role } from '#contract/accounts/calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';
import { FormSkeleton, ListSkeleton, Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

/** `page` is null without permission: for students, and for mentors on office screens. */
export type StaffData<T> = { user: CurrentUser; page: Deferred<Result<T>> | null };

const loadFor =
  (mayOpen: (role: Role) => boolean) =>
  <T,>(read: (call: Call, visit: Visit) => Promise<T>) =>
  async (call: Call, visit: Visit): Promise<StaffData<T>> => {
    const { user } = visit;
    return { user, page: mayOpen(user.role) ? await defer(toResult(read(call, visit))) : null };
  };
export const staffLoad = loadFor((role) => role !== 'student');
export const officeLoad = loadFor((role) => role === 'administrator');

/** A staff screen whose heading comes with its loader's data; `title` until then. */
export function StaffScreen<T>({
  className,
  title,
  failure,
  skeleton,
  isOffice = false,
  children,
}: {
  className?: string | undefined;
  title: string;
  /** Shown above the reason of a load error. */
  failure: string;
  /** Heights in CSS units, counts of rows, or forms. */
  skeleton: readonly (string | number | 'form')[];
  isOffice?: boolean;
  children: (page: T, user: CurrentUser) => ReactNode;
}) {
  const { user, page } = useLoaderData<StaffData<T>>();
  const head = <ScreenHead title={title} />;
  const waiting = (
    <>
      {head}
      {skeleton.map((one, index) =>
        one === 'form' ? (
          <FormSkeleton key={index} />
        ) : typeof one === 'number' ? (
          <ListSkeleton key={index} rows={one} />
        ) : (
          <Skeleton key={index} height={one} />
        ),
      )}
    </>
  );
  return (
    <PageBody width="work" className={className}>
      {page === null ? (
        <>
          {head}
          <WrongRole user={user} isOffice={isOffice} />
        </>
      ) : (
        <AwaitData data={page.data} skeleton={waiting}>
          {(result: Result<T>) =>
            'value' in result ? (
              children(result.value, user)
            ) : (
              <>
                {head}
                <LoadError title={failure} error={result.error} />
              </>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}

export function Section({
  title,
  isHidden = false,
  children,
}: {
  title: string;
  /** For screen readers only: the tab or the field says it already. */
  isHidden?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <h2 id={id} className={isHidden ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      {children}
    </Stack>
  );
}
