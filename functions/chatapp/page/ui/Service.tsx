/** Who asks: the mark and name of the service, and the host that the page is from. */
export const Service = () => (
  <p class="service">
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path class="shares" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z" />
      <path d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z" />
    </svg>
    <strong>Creator Vaults</strong> <span>{location.host}</span>
  </p>
)
