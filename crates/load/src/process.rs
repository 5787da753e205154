//! Processor time and memory of a process, as Linux tells them under `/proc`.

use std::time::Duration;

/// What a process has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Processor time since it began, all threads together.
    pub cpu: Duration,
    /// Resident memory now, in bytes.
    pub memory: u64,
    /// The most resident memory so far, in bytes.
    pub peak: u64,
}

/// Ticks a second in `/proc/PID/stat`; 100 on every Linux.
const TICKS: u64 = 100;

impl Usage {
    /// What a process has used so far; none when there is no such process or no `/proc`.
    pub fn of(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some(Self {
            cpu: cpu(&stat)?,
            memory: bytes(&status, "VmRSS:")?,
            peak: bytes(&status, "VmHWM:")?,
        })
    }

    /// What this process has used so far.
    pub fn own() -> Option<Self> {
        Self::of(std::process::id())
    }
}

fn cpu(stat: &str) -> Option<Duration> {
    // The name in parentheses may hold anything; fields are counted behind it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 1000 / TICKS))
}

fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Processes that ran or wanted to run in the last minute, on average: how busy the machine is with everything.
pub fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_behind_any_name() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 250 50 0 0 20 0 1 0 100 1 1";
        assert_eq!(cpu(stat), Some(Duration::from_secs(3)));
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(bytes(status, "VmRSS:"), Some(1 << 20));
        assert_eq!(bytes(status, "VmHWM:"), Some(2 << 20));
        assert_eq!(cpu(""), None);
    }
}
