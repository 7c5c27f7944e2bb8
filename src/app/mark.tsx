/** The mark of Sluice: a gate over water. Beside its name, so it has none of its own. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <g stroke="var(--accent)" strokeLinecap="round" strokeLinejoin="round">
        <path strokeWidth="3" d="M6 28V5h20v23M16 5V2" />
        <path strokeWidth="2.5" d="M10 22c2-2 4-2 6 0s4 2 6 0M10 27.5c2-2 4-2 6 0s4 2 6 0" />
      </g>
      <rect x="10" y="8" width="12" height="9" rx="1.5" fill="var(--accent)" />
    </svg>
  );
}
