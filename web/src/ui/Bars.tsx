// Grey bars where text will come. Shown only while `useAsync` says `slow`.

export function Bars({ lines = 3 }: { lines?: number }) {
  return (
    <div class="ui-bars" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} style={{ width: `${[86, 64, 74][index % 3]}%` }} />
      ))}
    </div>
  );
}
