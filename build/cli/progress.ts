/** Milliseconds from the start until progress is shown: shorter work needs none. */
const delay = 2_000;

/** Milliseconds between two states of the line. */
const interval = 100;

/** A line on the terminal that keeps changing, for people who wait. */
interface ProgressLine {
  /** @param done How many of `total` are done, if that is counted. */
  show(step: string, done?: number, total?: number): void;
  /** Clears the line, so that something else can be printed. The next `show` begins anew. */
  hide(): void;
}

/**
 * Shows how far work is, once it takes more than two seconds; nothing where standard error is not a terminal.
 * @param now The time in milliseconds.
 */
export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
  now: () => number = Date.now,
): ProgressLine {
  let began: number | undefined;
  let shown = 0;
  return {
    show(step, done, total) {
      if (!stream.isTTY) return;
      began ??= now();
      if (now() - began < delay || (done !== undefined && done !== total && now() - shown < interval)) return;
      shown = now();
      const count = done === undefined || total === undefined ? "" : `: ${done} of ${total}`;
      stream.write(`\r\u001b[K${step}${count} …`);
    },
    hide() {
      if (shown > 0) stream.write("\r\u001b[K");
      [began, shown] = [undefined, 0];
    },
  };
}
