/** The other side of a binding: it answers, and records its requests. */
export interface Side {
  readonly requests: Request[]
  readonly fetch: (input: Request | string) => Promise<Response>
}

/** A family with this answer, for requests or answers that the local world does not have. */
export function sideOf(answer: (request: Request) => Response | Promise<Response>): Side {
  const requests: Request[] = []
  return {
    requests,
    async fetch(input) {
      const request = new Request(input)
      requests.push(request.clone())
      return answer(request)
    },
  }
}
