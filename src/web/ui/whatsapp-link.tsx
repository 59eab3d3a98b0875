/** @param onOpen before the chat opens in a window of its own */
export function WhatsAppLink({
  href,
  name,
  onOpen,
}: {
  href: string | undefined;
  name: string;
  onOpen?: () => void;
}) {
  if (href === undefined) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`WhatsApp to ${name}`}
      {...(onOpen !== undefined && { onClick: onOpen })}
    >
      WhatsApp
    </a>
  );
}
