/** Sends questions through a channel to another process and returns its answers. */
export interface AskedProcess<Question> {
  send(message: { readonly type: "ask"; readonly id: number; readonly question: Question }): void;
  onAnswer(listener: (id: number, answer: unknown) => void): void;
}

/** Rejects if there is no answer in time. */
export type Ask<Question> = (question: Question, timeoutMs: number) => Promise<unknown>;

export function createAsk<Question>({ send, onAnswer }: AskedProcess<Question>): Ask<Question> {
  const pending = new Map<number, (answer: unknown) => void>();
  let lastId = 0;
  onAnswer((id, answer) => pending.get(id)?.(answer));
  return (question, timeoutMs) => {
    lastId++;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(id);
        reject(new Error("The primary process did not respond."));
      }, timeoutMs);
      pending.set(id, (answer) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(answer);
      });
      send({ type: "ask", id, question });
    });
  };
}
