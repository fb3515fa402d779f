/** A constant, or a runtime expression (Arazzo 1.0.1, section 4.9): `$inputs.…` or `$steps.<stepId>.outputs.…`. */
type Value = string

/** A step, before it is checked against the contract. */
export interface StepDraft {
  readonly stepId: string
  readonly description: string
  readonly operationId: string
  /** Expression for the token of a session. */
  readonly token?: Value
  /** Values of parameters, by name. */
  readonly parameters?: Readonly<Record<string, Value>>
  /** Values of the fields of the JSON body. */
  readonly body?: Readonly<Record<string, Value>>
  /** Status of a success; 200 by default. */
  readonly status?: number
  /** Values in the body of a success, by JSON pointer. */
  readonly expects?: Readonly<Record<string, string | boolean>>
  /** The step is repeated while a field of a 200 has one of these values. */
  readonly repeat?: {
    readonly pointer: string
    readonly values: readonly string[]
    readonly afterSeconds: number
    readonly limit: number
  }
  /** Outputs by name: a JSON pointer into the body, or the name of a header. */
  readonly outputs: Readonly<Record<string, string>>
}

/** A workflow. Its inputs follow from the expressions of its steps, and its outputs are those of its steps. */
export interface WorkflowDraft {
  readonly workflowId: string
  readonly summary: string
  readonly description: string
  /** Keywords of inputs, over those of the contract's field. */
  readonly inputs?: Readonly<Record<string, { readonly description?: string; readonly format?: 'password' }>>
  readonly steps: readonly StepDraft[]
}
