/** The other side of a binding: it answers, and remembers what it was asked. */
export interface Side {
  readonly asked: Request[]
  readonly fetch: (input: Request | string) => Promise<Response>
}

/** A family that answers with this, for what no family of the local world would be asked or would answer. */
export function sideOf(answer: (request: Request) => Response | Promise<Response>): Side {
  const asked: Request[] = []
  return {
    asked,
    async fetch(input) {
      const request = new Request(input)
      asked.push(request.clone())
      return answer(request)
    },
  }
}
