import { ButtonLink } from '../../ui/button.tsx';

/** The bar of whoever is not signed in (specification, section 2, Home). */
export function PublicBar() {
  return (
    <>
      <ButtonLink to="/" variant="quiet" small>
        Home
      </ButtonLink>
      <ButtonLink to="/login" variant="secondary" small>
        Login
      </ButtonLink>
    </>
  );
}
