/** The method of a request. Its color repeats what its word says. */
export const Method = ({ method }: { readonly method: string }) => (
  <span class={`method ${method === 'GET' ? 'safe' : 'unsafe'}`}>{method}</span>
)
