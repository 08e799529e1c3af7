// The parts of Node that the tests use, so that they are checked without Node's own types.

declare module 'node:test' {
  export interface TestContext {
    after(callback: () => void): void
    mock: { timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void } }
  }
  export function test(name: string, callback: (t: TestContext) => unknown): void
}

declare module 'node:assert/strict' {
  const assert: {
    (value: unknown, message?: string): asserts value
    equal(actual: unknown, expected: unknown, message?: string): void
    deepEqual(actual: unknown, expected: unknown, message?: string): void
    rejects(promise: Promise<unknown>, expected: object): Promise<void>
    throws(callback: () => unknown, expected: object): void
    match(actual: string, expected: RegExp): void
  }
  export default assert
}
