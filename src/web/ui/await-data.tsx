import { Suspense, use, type ReactNode } from 'react';

function Content<T>({ data, children }: { data: T | Promise<T>; children: (value: T) => ReactNode }) {
  return children(data instanceof Promise ? use(data) : data);
}

/** Suspense over a loader's data, which may still be a promise; a rejection goes to the route's error boundary. */
export function AwaitData<T>({
  data,
  skeleton,
  children,
}: {
  data: T | Promise<T>;
  /** Of the size of the content, so that nothing moves when it arrives. */
  skeleton: ReactNode;
  children: (value: T) => ReactNode;
}) {
  return (
    <Suspense fallback={skeleton}>
      <Content data={data}>{children}</Content>
    </Suspense>
  );
}
