import { Suspense, use, type ReactNode } from 'react';

function Content<T>({ data, children }: { data: T | Promise<T>; children: (value: T) => ReactNode }) {
  return children(data instanceof Promise ? use(data) : data);
}

/** A rejection goes to the route's error boundary. */
export function AwaitData<T>({
  data,
  skeleton,
  children,
}: {
  data: T | Promise<T>;
  /** As large as the content, so that nothing moves. */
  skeleton: ReactNode;
  children: (value: T) => ReactNode;
}) {
  return (
    <Suspense fallback={skeleton}>
      <Content data={data}>{children}</Content>
    </Suspense>
  );
}
