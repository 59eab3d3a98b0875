import { Suspense, use, type ReactNode } from 'react';

function Content<T>({ of, children }: { of: T | Promise<T>; children: (value: T) => ReactNode }) {
  return children(of instanceof Promise ? use(of) : of);
}

/** Shows data that is there, or its outline until it has come; a failure goes to the screen's error boundary. */
export function AwaitData<T>({
  of,
  outline,
  children,
}: {
  of: T | Promise<T>;
  /** Of the size of what will stand there. */
  outline: ReactNode;
  children: (value: T) => ReactNode;
}) {
  return (
    <Suspense fallback={outline}>
      <Content of={of}>{children}</Content>
    </Suspense>
  );
}
