/** The mark: a mint leaf. Decoration beside the name; where it stands alone, what holds it has the name. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--mantine-color-mint-7)" />
      <path d="M8.5 23.5C6.6 14 12.6 7.6 24.6 7.4 25 18.6 18 25.2 8.5 23.5Z" fill="var(--mantine-color-white)" />
      <path d="M7.4 25.2 17.6 14.6" stroke="var(--mantine-color-mint-7)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
