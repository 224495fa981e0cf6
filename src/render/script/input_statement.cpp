#include <fmt/format.h>

#include <algorithm>
#include <headtrace/params.hpp>

#include "render/script/python_code.hpp"

namespace headtrace {
namespace {

/// How an input of one kind is written.
struct Writing {
  const Input& input;
  const Tensor& tensor;
  std::optional<std::uint32_t> seed;
  Framework framework;
  int column;  ///< where the expression begins

  bool torch() const { return framework == Framework::torch; }

  std::string operator()(const ValuesSource&) const {
    const std::string open = torch() ? "torch.tensor(" : "np.array(";
    return open + python_list(tensor, column + static_cast<int>(open.size()), true) +
           (torch() ? ", dtype=torch.float64)" : ", dtype=np.float64)");
  }

  std::string operator()(const FillSource& fill) const {
    const std::string shape = shape_tuple(tensor.shape());
    const std::string_view library = torch() ? "torch" : "np";
    const std::string type = fmt::format("dtype={}.float64", library);
    switch (fill.kind) {
      case FillSource::Kind::identity:
        return identity(type);
      case FillSource::Kind::arange:
        return fmt::format("{}.arange({}, {}).reshape({})", library, tensor.size(), type, shape);
      case FillSource::Kind::constant:
        break;
    }
    if (fill.value == 0) return fmt::format("{}.zeros({}, {})", library, shape, type);
    if (fill.value == 1) return fmt::format("{}.ones({}, {})", library, shape, type);
    return fmt::format("{}.full({}, {}, {})", library, shape, python_number(fill.value, true),
                       type);
  }

  std::string operator()(const RandomSource& random) const {
    const Draw draw = draw_of(input);
    std::string numbers =
        fmt::format("np.random.RandomState({}).{}({}, {}, {})", seed_of(random, seed),
                    draw.normal ? "normal" : "uniform", shortest(draw.a), shortest(draw.b),
                    shape_tuple(tensor.shape()));
    if (random.round) numbers += fmt::format(".round({})", *random.round);
    return torch() ? fmt::format("torch.from_numpy({})", numbers) : numbers;
  }

 private:
  /// Leading axes repeat the matrix.
  std::string identity(const std::string& type) const {
    const Sizes shape = tensor.shape();
    const std::size_t rank = shape.size();
    std::string eye = fmt::format("{}.eye({}, {}, {})", torch() ? "torch" : "np", shape[rank - 2],
                                  shape[rank - 1], type);
    if (rank == 2) return eye;
    return torch() ? fmt::format("{}.expand({}).clone()", eye, shape_tuple(shape))
                   : fmt::format("np.broadcast_to({}, {}).copy()", eye, shape_tuple(shape));
  }
};

}  // namespace

std::string input_statement(const Input& input, const Tensor& tensor, const std::string& name,
                            std::optional<std::uint32_t> seed, Framework framework) {
  const std::string left = name + " = ";
  const Writing writing{input, tensor, seed, framework, static_cast<int>(left.size())};
  return left + std::visit(writing, input.source);
}

}  // namespace headtrace
