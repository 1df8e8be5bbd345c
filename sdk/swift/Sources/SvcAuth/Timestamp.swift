import Foundation

/// Times as protobuf's JSON writes them: RFC 3339 in UTC with up to nine digits after the seconds.
enum Timestamp {
  static func date(_ text: String) -> Date? {
    milliseconds(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  static func milliseconds(_ text: String) -> Int64? {
    let units = Array(text.utf8)
    guard units.count >= 20, units.last == UInt8(ascii: "Z") else { return nil }
    func number(_ from: Int, _ count: Int) -> Int64? {
      units[from..<from + count].reduce(Int64?.some(0)) { total, unit in
        guard let total, unit >= 48, unit <= 57 else { return nil }
        return total * 10 + Int64(unit - 48)
      }
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let digits = units[19..<units.count - 1].dropFirst()
    guard digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    let thousandths = (Array(digits) + [48, 48, 48]).prefix(3).reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1000 + thousandths
  }

  /// Days since 1970 in the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (153 * months + 2) / 5 + day - 1 - 719_468
  }
}
